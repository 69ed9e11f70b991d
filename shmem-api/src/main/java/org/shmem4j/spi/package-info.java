/** How the API finds the runtime that implements it. */
package org.shmem4j.spi;

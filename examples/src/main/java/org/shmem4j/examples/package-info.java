/** Small programs, each in one class; larger ones have a package of their own below. */
package org.shmem4j.examples;

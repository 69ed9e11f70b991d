/** How the PEs of a job find each other, and how they hear of its end. */
package org.shmem4j.runtime.bootstrap;

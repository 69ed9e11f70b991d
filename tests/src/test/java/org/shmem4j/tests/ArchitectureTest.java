package org.shmem4j.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The layers: arrows point down only, and transports see nothing but the contract. */
@AnalyzeClasses(packages = "org.shmem4j", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] API = {"org.shmem4j", "org.shmem4j.spi", "org.shmem4j.transport"};
    private static final String[] TRANSPORTS = {"org.shmem4j.transport.*.."};
    private static final String RUNTIME = "org.shmem4j.runtime..";
    private static final String COMMAND = "org.shmem4j.cli..";
    private static final String JDK = "java..";
    private static final String CRYPTO = "javax.crypto..";
    private static final String VECTORS = "jdk.incubator.vector..";
    private static final String NULLNESS = "org.jspecify..";

    @ArchTest
    static final ArchRule apiKnowsOnlyItself = classes()
            .that()
            .resideInAnyPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.shmem4j", "org.shmem4j.spi", "org.shmem4j.transport", JDK, NULLNESS);

    @ArchTest
    static final ArchRule transportsKnowOnlyTheApi = classes()
            .that()
            .resideInAnyPackage(TRANSPORTS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.shmem4j", "org.shmem4j.transport", "org.shmem4j.transport.*..", JDK, NULLNESS);

    @ArchTest
    static final ArchRule transportsDoNotKnowEachOther =
            slices().matching("org.shmem4j.transport.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule runtimeKnowsNoTransportAndNoCommand = noClasses()
            .that()
            .resideInAPackage(RUNTIME)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.shmem4j.transport.*..", COMMAND, "org.shmem4j.examples..");

    @ArchTest
    static final ArchRule runtimeNeedsNoLibrary = classes()
            .that()
            .resideInAPackage(RUNTIME)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.shmem4j", "org.shmem4j.spi", "org.shmem4j.transport", RUNTIME, JDK, CRYPTO, NULLNESS);

    @ArchTest
    static final ArchRule examplesSeeWhatApplicationsSee = classes()
            .that()
            .resideInAPackage("org.shmem4j.examples..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.shmem4j", "org.shmem4j.examples..", JDK, VECTORS, NULLNESS);

    @ArchTest
    static final ArchRule onlyTheLauncherParsesCommandLines = noClasses()
            .that()
            .resideOutsideOfPackage(COMMAND)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("org.shmem4j.(**)").should().beFreeOfCycles();
}

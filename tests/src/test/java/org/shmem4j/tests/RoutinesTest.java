package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.Context;
import org.shmem4j.RemoteAccess;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.WaitSet;
import org.shmem4j.testkit.Conformance;

/** The pages on routines and semantics name what there is: methods, routines of OpenSHMEM, and rules. */
class RoutinesTest {
    private static final Path ROUTINES = Path.of("..", "docs", "routines.md");
    private static final Path SEMANTICS = Path.of("..", "docs", "semantics.md");
    /** One live routine of OpenSHMEM 1.6 a line; variants for types, sizes and contexts are not listed. */
    private static final String LIVE_ROUTINES = "routines.txt";

    private static final List<Class<?>> TYPES = List.of(
            Shmem.class,
            Shmem.Builder.class,
            Shmem.Body.class,
            RemoteAccess.class,
            SymmetricHeap.class,
            Context.class,
            WaitSet.class,
            SymmetricSegment.class);

    /** A type of the API and a member: {@code Shmem.init}, {@code Shmem.Builder.set}, {@code SignalOp.SET}. */
    private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w*[a-z](?:\\.[A-Z]\\w*[a-z])?)\\.(\\w+)`");

    /** A method without its type; one word alone may be another thing. */
    private static final Pattern METHOD = Pattern.compile("`([a-z]+[A-Z]\\w*)`");

    private static final Pattern ROUTINE = Pattern.compile("`(shmem_\\w+)`");
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\|([^|]*)\\|");
    private static final Pattern RULE = Pattern.compile("\\b[A-Z]+-\\d+\\b");

    @ParameterizedTest
    @ValueSource(strings = {"routines.md", "semantics.md"})
    void shouldNameOnlyMembersThatThereAre(String page) throws IOException {
        String text = Files.readString(ROUTINES.resolveSibling(page));

        assertThat(MEMBER.matcher(text).results()).isNotEmpty().allSatisfy(member -> {
            Class<?> type = Class.forName("org.shmem4j." + member.group(1).replace('.', '$'));
            assertThat(members(type)).as(member.group()).contains(member.group(2));
        });
    }

    @Test
    void shouldNameOnlyMethodsThatThereAre() throws IOException {
        List<String> methods = TYPES.stream().flatMap(RoutinesTest::members).toList();

        assertThat(METHOD.matcher(Files.readString(SEMANTICS)).results().map(match -> match.group(1)))
                .isNotEmpty()
                .isSubsetOf(methods);
    }

    /** By the type that declares it, so that the page has a single name for what heaps and contexts share. */
    @Test
    void shouldNameEveryMethod() throws IOException {
        String tables = Files.readAllLines(ROUTINES).stream()
                .filter(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n"));
        List<String> methods = TYPES.stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(RoutinesTest::nameOf)
                .distinct()
                .toList();

        assertThat(methods).hasSizeGreaterThan(90);
        assertThat(methods.stream().filter(method -> !tables.contains(method))).isEmpty();
    }

    @Test
    void shouldListEveryLiveRoutineOnce() throws IOException {
        Stream<String> listed = FIRST_CELL
                .matcher(Files.readString(ROUTINES))
                .results()
                .flatMap(cell -> ROUTINE.matcher(cell.group(1)).results())
                .map(routine -> routine.group(1));

        assertThat(listed).containsExactlyInAnyOrderElementsOf(liveRoutines());
    }

    @Test
    void shouldNameEveryRuleAndNoOther() throws IOException {
        Stream<String> named = RULE.matcher(Files.readString(SEMANTICS))
                .results()
                .map(MatchResult::group)
                .distinct();

        assertThat(named).containsExactlyInAnyOrderElementsOf(Conformance.rules());
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.<Member>concat(Stream.of(type.getMethods()), Stream.of(type.getFields()))
                .map(Member::getName);
    }

    private static String nameOf(Method method) {
        String type = method.getDeclaringClass().getCanonicalName().substring("org.shmem4j.".length());
        return "`" + type + "." + method.getName() + "`";
    }

    private static List<String> liveRoutines() throws IOException {
        try (InputStream in = Objects.requireNonNull(RoutinesTest.class.getResourceAsStream(LIVE_ROUTINES))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}

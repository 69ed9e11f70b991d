# Sourced by the scripts of this checkout: finds a JDK 25, which need not be the default Java.

is_jdk_25() {
    [[ -x $1/bin/java && -r $1/release ]] && grep -Eq '^JAVA_VERSION="25(["._+-]|$)' "$1/release"
}

find_jdk25() {
    local candidate on_path
    on_path=$(command -v java || true)
    if [[ -n $on_path ]]; then
        on_path=$(readlink -f -- "$on_path" 2>/dev/null || printf '%s' "$on_path")
        on_path=${on_path%/bin/java}
    fi
    for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* "$on_path" /opt/java/* /opt/jdk* /usr/java/* /usr/local/jdk* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [[ -n $candidate ]] && is_jdk_25 "$candidate"; then
            printf '%s' "$candidate"
            return
        fi
    done
    return 1
}

/**
 * The environment variables that tests pass to child processes: the search path of programs, the
 * folder of temporary files, and the cache of compiled sources, since compiling them all takes
 * longer than most tests.
 */
export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

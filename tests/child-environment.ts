/**
 * What processes that tests start see of our environment: how to find programs, and where sources
 * are kept compiled, for compiling all of them takes longer than most tests.
 */
export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

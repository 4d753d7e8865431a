/** Prints a measured figure with the results of the tests. */
export const printFigure = (text: string): void => void process.stdout.write(`${text}\n`)

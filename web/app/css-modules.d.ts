/** The names of a module's own classes, each with what the bundler made of it. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export = names
}

/** Where the page begins: what the console uses of the browser is handed in here. */
import { startConsole } from './start-console.ts'

startConsole({
  document,
  fetch: (path, init) => fetch(path, init),
  storage: sessionStorage,
  window,
})

/**
 * Preloaded by the processes of `run.ts`. Node's test runner follows each promise by an async hook,
 * to find out which test threw an error outside of its promise. That takes a third of the processor
 * time of tests and keeps their services alive, so here it follows other resources only.
 */
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })

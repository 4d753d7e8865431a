/**
 * Preloaded by the processes of `run.ts`. Node's test runner has a hook that maps each asynchronous
 * resource to its test, to attribute uncaught errors. The hook tracks every promise, at 3 µs each,
 * and never releases a test, so all memory of the test stays referenced. In processes that run
 * hundreds of files, this module tracks other resources only, and releases them after each file.
 */
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks

asyncHooks.createHook = ({ init, destroy, ...others }) => {
  const followed = new Set<number>()
  const hook = createHook({
    ...others,
    trackPromises: false,
    init: (id, ...rest) => {
      followed.add(id)
      init?.(id, ...rest)
    },
    destroy: (id) => {
      followed.delete(id)
      destroy?.(id)
    },
  })
  const disable = hook.disable.bind(hook)
  hook.disable = () => {
    for (const id of followed) destroy?.(id)
    followed.clear()
    return disable()
  }
  return hook
}

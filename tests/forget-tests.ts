/**
 * Preloaded by the processes of `run.ts`. Node's test runner maps each asynchronous resource to its
 * test by a hook, to know which test an uncaught error comes from. It follows every promise, at
 * 3 µs each, and never forgets a test, which keeps all that the test used. In processes that run
 * hundreds of files it follows other resources only, and forgets them after each file.
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

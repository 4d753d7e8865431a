/** Bundles the apps of `web/` ahead, so that the service need not do it at the first request. */
import { writeBundle } from '../src/platform/http/pages/bundle.ts'

for (const app of ['app', 'console']) {
  for (const [name, bytes] of await writeBundle(app)) {
    console.log(`web/dist/${app}/${name}  ${Math.ceil(bytes / 1_000)} kB`)
  }
}

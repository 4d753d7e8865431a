import { envelopeRefusal, type RefusalShape } from './envelope.ts'
import { isCallback, type Route } from './route.ts'

type Shaped = Pick<Route, 'path' | 'refusalShape'>

/**
 * Returns the shape of refusals before a route can serve, such as 413, 415 and 503. The shapes of
 * callbacks may replace the status, which must show that nothing was received, so callbacks are
 * refused in the envelope.
 */
export const earlyShapeOf = ({ path, refusalShape }: Shaped): RefusalShape =>
  isCallback(path) ? envelopeRefusal : refusalShape

/**
 * Returns the shape of refusals for URLs that no route serves: that which all routes of the same
 * section have, such as those below `/api/vision`, or else the envelope.
 */
export function sectionShapes(routes: readonly Shaped[]): (url: string) => RefusalShape {
  const shapes = new Map<string, RefusalShape>()
  for (const [section, members] of Map.groupBy(routes, ({ path }) => sectionOf(path))) {
    const [shape, ...others] = new Set(members.map(earlyShapeOf))
    if (shape !== undefined && others.length === 0) shapes.set(section, shape)
  }
  return (url) => shapes.get(sectionOf(url)) ?? envelopeRefusal
}

/** The first two segments of a path or URL. */
const sectionOf = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '').split('/').slice(0, 3).join('/')

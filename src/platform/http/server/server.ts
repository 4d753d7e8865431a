import multipartPlugin from '@fastify/multipart'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { Refusal } from '../../../base/refusal.ts'
import { networkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import { addressOf, readCall } from '../bodies/read-call.ts'
import { type AnswerUnread, answersUnread, sendsOn } from '../bodies/unread-bodies.ts'
import { boundConnections } from '../connections/connection-bounds.ts'
import { cutUnread, keepOpenAnswers } from '../connections/connections.ts'
import { earlyRefusal, ordinaryMethods } from '../connections/early-refusal.ts'
import { type Peers, trustedProxies, watchPeers } from '../connections/peers.ts'
import { startTarpit, type Tarpit } from '../connections/tarpit.ts'
import { docsRoutes } from '../docs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { type ApiAnswer, type RefusalShape, refusalAnswer } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { type Listener, wholeListener } from '../listeners.ts'
import { healthRoutes } from '../monitoring/health.ts'
import { createMetrics, type Metrics } from '../monitoring/metrics.ts'
import { metricsRoute } from '../monitoring/metrics-page.ts'
import { traceRequest } from '../monitoring/trace-request.ts'
import { pageRoutes } from '../pages/pages.ts'
import { earlyShapeOf, sectionShapes } from '../refusal-shapes.ts'
import { asRefusal, failureOf } from '../responses/failures.ts'
import {
  type LargeAnswerBounds,
  type LargeAnswers,
  startLargeAnswers,
} from '../responses/large-answers.ts'
import { answerUnreadable, sendBytes } from '../responses/wire.ts'
import { isCallback, type Route, type Trace } from '../route.ts'
import { type Cors, corsFor } from './cors.ts'
import { type Demand, demandOf } from './demand.ts'
import { frontPages, isBrowsing } from './front-page.ts'
import { logRequest } from './log-request.ts'
import { compilersFactory } from './no-compilers.ts'
import { dropRelayHeaders } from './relay-headers.ts'
import { requestIds, saneId } from './request-ids.ts'

export type HttpBounds = { readonly [Name in keyof typeof httpLimits]: number }

export type ServerOptions = Readonly<{
  metrics?: Metrics
  bounds?: HttpBounds
  largeAnswers?: LargeAnswerBounds
  /** When aborted, the server reports not ready, but serves until it is closed. */
  draining?: AbortSignal
  /** Which paths it serves; absent: all. */
  listener?: Listener
  /** Shared by the servers of one node. */
  peers?: Peers
}>

/** Shared by all routes of one server. */
type Serving = Readonly<{
  ctx: Context
  bounds: HttpBounds
  cors: Cors
  metrics: Metrics
  listener: Listener
  peers: Peers
  tarpit: Tarpit
  largeAnswers: LargeAnswers
  openAnswers: ReturnType<typeof keepOpenAnswers>
  unread: AnswerUnread
  demand: Demand
  state: { draining: boolean }
  /** The shape in which to refuse a request, also before its route can serve it. */
  shapeFor: (request: FastifyRequest) => RefusalShape
  /** For a person who opened an address that no route serves. */
  unknownPage: ApiAnswer
}>

/**
 * Builds the HTTP server. While draining, readiness is 503, streams end, and each connection closes
 * after its next response. `app.close()` drains, and closes the rest after `drainMs`.
 */
export function buildServer(
  ctx: Context,
  endpoints: readonly Endpoint[],
  options: ServerOptions = {},
): FastifyInstance {
  const { metrics = createMetrics(), bounds = httpLimits } = options
  const { peers = watchPeers(ctx), listener = wholeListener(ctx.config) } = options
  const state = { draining: false }
  const behind = [
    ...endpoints,
    ...healthRoutes(state),
    metricsRoute(metrics, ctx, { isGuarded: listener.guardsMetrics }),
    ...docsRoutes(endpoints),
    ...pageRoutes(ctx.config),
  ]
  const paths = new Set(behind.map(({ path }) => path))
  const front = frontPages({ listener, paths, state })
  const routes = [front.route, ...behind]
  const shapeFor = shapesFor(routes)
  const app = createApp(ctx, bounds, { newId: requestIds(ctx), shapeFor })
  const exempt = boundConnections(app.server, listener.isOutside ? bounds : ownBounds(bounds), {
    isTrusted: peers.isTrusted,
    onCut: metrics.cutConnection,
  })
  const serving: Serving = {
    ctx,
    bounds,
    cors: corsFor(ctx.config),
    metrics,
    listener,
    peers,
    tarpit: startTarpit(ctx),
    largeAnswers: startLargeAnswers(ctx, options.largeAnswers),
    openAnswers: keepOpenAnswers(exempt),
    unread: answersUnread(bounds),
    demand: demandOf(ctx),
    state,
    shapeFor,
    unknownPage: front.unknown,
  }
  cutUnread(app.server, bounds.unreadMs)
  app.removeAllContentTypeParsers()
  // Bodies stay raw bytes, which signatures cover; nothing is parsed before admission.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('startedMs', 0)
  refuseEarly(app, serving)
  mountAll(
    app,
    serving,
    routes.filter(({ path }) => listener.serves(path)),
  )
  answerFailures(app, serving)
  closeGracefully(app, serving)
  options.draining?.addEventListener('abort', () => startDraining(serving))
  return app
}

/** Peers of an internal listener are trusted: one machine may use all connections. */
const ownBounds = (bounds: HttpBounds): HttpBounds => ({
  ...bounds,
  connectionsEach: bounds.connections,
  roomyConnections: bounds.connections,
})

declare module 'fastify' {
  interface FastifyRequest {
    startedMs: number
  }
  interface FastifyContextConfig {
    refusalShape?: RefusalShape
  }
}

/** The shape of the request's route; without a route, the one of its section. */
function shapesFor(routes: readonly Route[]): Serving['shapeFor'] {
  const ofSection = sectionShapes(routes)
  return ({ routeOptions, url }) => routeOptions.config.refusalShape ?? ofSection(url)
}

function createApp(
  ctx: Context,
  bounds: HttpBounds,
  { newId, shapeFor }: Readonly<{ newId: () => string }> & Pick<Serving, 'shapeFor'>,
): FastifyInstance {
  const trusted = trustedProxies(ctx.config)
  return fastify({
    logger: false,
    schemaController: { compilersFactory },
    http: {
      maxHeaderSize: bounds.headerBytes,
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, bounds.headersTimeoutMs / 2),
      // Joins repeated headers into a value that matches nothing, instead of keeping the first.
      joinDuplicateHeaders: true,
      insecureHTTPParser: false,
    },
    requestTimeout: bounds.requestTimeoutMs,
    keepAliveTimeout: bounds.keepAliveTimeoutMs,
    maxRequestsPerSocket: bounds.requestsPerSocket,
    bodyLimit: bounds.jsonBodyBytes,
    routerOptions: { maxParamLength: bounds.paramLength, querystringParser: () => noQuery },
    requestIdHeader: false,
    genReqId: (request) => saneId(request.headers['x-request-id']) ?? newId(),
    trustProxy: trusted.length > 0 && [...trusted],
    // While closing, requests on open connections are still served, with `connection: close`.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      fail({ ctx, shapeFor }, request, reply, error)
    },
    clientErrorHandler: (error, socket) => {
      const id = newId()
      const status = answerUnreadable(error.code, socket, id)
      if (status !== null) ctx.log.info({ id, status, code: error.code }, 'unreadable request')
    },
  })
}

const noQuery = Object.freeze({})
const noHeaders: Readonly<Record<string, string>> = Object.freeze({})

/** Sends a response outside of any route. */
function sendPlain(reply: FastifyReply, id: string, answer: ApiAnswer, headers = noHeaders): void {
  sendBytes(reply, answer, id, 'no-store', headers)
}

/** Refuses requests that need neither body nor route before their body is read. */
function refuseEarly(app: FastifyInstance, serving: Serving): void {
  const { ctx, bounds, cors, state, listener, shapeFor } = serving
  const peers = listener.isOutside ? serving.peers : null
  const { pipelinedRequests } = bounds
  app.addHook('onRequest', (request, reply, done) => {
    request.startedMs = ctx.clock.monotonicMs()
    if (!listener.acceptsRelays) dropRelayHeaders(request.raw)
    if (state.draining) reply.header('connection', 'close')
    const key = earlyRefusal(request, reply, { pipelinedRequests, peers })
    if (key === null) return done()
    const isUnknownPage = key === 'api.not_found' && listener.serves('/') && isBrowsing(request)
    const answer = isUnknownPage
      ? serving.unknownPage
      : refusalAnswer(shapeFor(request), new Refusal(key))
    sendPlain(reply, request.id, withUnread(serving, request, answer), {
      ...(key === 'api.method_not_allowed' ? { allow: [...ordinaryMethods].join(', ') } : {}),
      ...(key === 'api.service_unavailable' ? { connection: 'close' } : {}),
      ...cors.headers(request.url, request.headers.origin),
    })
    logRequest(ctx, request, null, reply.statusCode, null)
  })
}

/** Makes the response reach its client although a large body is still arriving. */
const withUnread = (
  { bounds, unread }: Serving,
  { raw }: FastifyRequest,
  answer: ApiAnswer,
): ApiAnswer => (sendsOn(raw, bounds) ? unread(answer, raw) : answer)

function mountAll(app: FastifyInstance, serving: Serving, routes: readonly Route[]): void {
  const byPath = Map.groupBy(routes, (route) => route.path)
  for (const [path, here] of byPath) mountOtherMethods(app, serving, path, here)
  for (const route of routes.filter(({ files }) => files === null)) mount(app, serving, route)
  const withFiles = routes.filter(({ files }) => files !== null)
  if (withFiles.length === 0) return
  // The multipart plugin adds hooks to all requests of its scope, so it gets a separate scope.
  app.register(async (scope) => {
    await scope.register(multipartPlugin, { throwFileSizeLimit: false })
    for (const route of withFiles) mount(scope, serving, route)
  })
}

/** The addresses of a path. Providers may call a callback with a slash at its end. */
function urlsOf(path: string): readonly string[] {
  const url = path.replace(/\{([^}]+)\}/g, ':$1')
  return isCallback(path) ? [url, `${url}/`] : [url]
}

function mount(app: FastifyInstance, serving: Serving, route: Route): void {
  const observe = serving.metrics.observerOf(route.method, route.path)
  for (const url of urlsOf(route.path)) {
    app.route({
      method: route.method,
      url,
      exposeHeadRoute: hasHead(route),
      bodyLimit: route.bodyLimitBytes,
      config: { refusalShape: earlyShapeOf(route) },
      handler: (request, reply) => {
        void traceRequest(serving, route, request, reply, () =>
          serve(serving, route, request, reply, observe),
        )
      },
    })
  }
}

/** Mounts the other methods of a path: preflights of allowed origins, otherwise 405. */
function mountOtherMethods(
  app: FastifyInstance,
  serving: Serving,
  path: string,
  routes: readonly Route[],
): void {
  const { ctx, cors, metrics, shapeFor } = serving
  const declared = routes.map((route) => route.method)
  const served = [...declared, ...(routes.some(hasHead) ? ['HEAD'] : [])]
  const allow = served.join(', ')
  const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (other) => !served.includes(other),
  )
  const observe = metrics.observerOf('other', path)
  const onRequest = (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers
    const asked = request.headers['access-control-request-method']
    const preflight =
      request.method === 'OPTIONS' ? cors.preflight(path, origin, asked, allow) : null
    if (preflight === null) {
      const headers = { allow, ...cors.headers(path, origin) }
      const answer = refusalAnswer(shapeFor(request), new Refusal('api.method_not_allowed'))
      sendPlain(reply, request.id, withUnread(serving, request, answer), headers)
    } else sendPlain(reply, request.id, noContent, preflight)
    observe(reply.statusCode, ctx.clock.monotonicMs() - request.startedMs)
    logRequest(ctx, request, path, reply.statusCode, null)
  }
  for (const url of urlsOf(path)) {
    app.route({ method, url, exposeHeadRoute: false, onRequest, handler: () => undefined })
  }
}

/** HEAD is GET without the body of the response, where GET only reads. */
const hasHead = ({ method, writes }: Route): boolean => method === 'GET' && !writes

const noContent: ApiAnswer = { status: 204, mediaType: 'text/plain', body: '', headers: {} }

async function serve(
  serving: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  observe: (status: number, ms: number) => void,
): Promise<void> {
  const { ctx, bounds, cors, demand, state, tarpit } = serving
  const trace: Trace = { user: null, headers: null }
  const id = request.id
  const large = route.largeAnswers
    ? serving.largeAnswers(networkOf(addressOf(request)), reply.raw)
    : null
  let answer: ApiAnswer
  demand.begin()
  try {
    answer =
      demand.requests > bounds.inFlightRequests
        ? refusalAnswer(earlyShapeOf(route), new Refusal('api.service_unavailable'))
        : await route.serve(ctx, await readCall(ctx, route, request, trace, large))
  } catch (error) {
    answer = refusalAnswer(earlyShapeOf(route), asRefusal(ctx.log, error, id))
  } finally {
    demand.end()
  }
  if (route.slowRefusals && answer.status === 429) await tarpit.delay()
  const { origin } = request.headers
  let headers = cors.headers(route.path, origin)
  if (trace.headers !== null) headers = { ...headers, ...trace.headers }
  // The unread rest of an upload would precede the next request on the connection.
  const isUnread = (route.files !== null || route.bodyOnGet) && !request.raw.complete
  if (isUnread) answer = serving.unread(answer, request.raw)
  // Draining may have begun since the request arrived.
  if (state.draining) headers = { ...headers, connection: 'close' }
  sendBytes(reply, answer, id, route.cacheControl, headers)
  large?.sent()
  const { stream, end } = answer
  if (stream !== undefined && end !== undefined) serving.openAnswers.add({ stream, end })
  observe(answer.status, ctx.clock.monotonicMs() - request.startedMs)
  logRequest(ctx, request, route.path, answer.status, trace.user)
}

/** Handles failures before a route can serve, such as a body too large or an invalid path. */
function answerFailures(app: FastifyInstance, serving: Serving): void {
  const { ctx, cors, shapeFor } = serving
  app.setErrorHandler((error, request, reply) => {
    fail(serving, request, reply, error, cors.headers(request.url, request.headers.origin))
    logRequest(ctx, request, request.routeOptions.url ?? null, reply.statusCode, null)
  })
  app.setNotFoundHandler((request, reply) => {
    const answer = refusalAnswer(shapeFor(request), new Refusal('api.not_found'))
    sendPlain(reply, request.id, answer)
  })
}

function fail(
  { ctx, shapeFor, unread }: Pick<Serving, 'ctx' | 'shapeFor'> & Partial<Pick<Serving, 'unread'>>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  headers = noHeaders,
): void {
  const { refusal, leavesUnread } = failureOf(ctx.log, error, request.id)
  const answer = refusalAnswer(shapeFor(request), refusal)
  const sent = leavesUnread && unread !== undefined ? unread(answer, request.raw) : answer
  sendPlain(reply, request.id, sent, headers)
}

function startDraining({ state, openAnswers }: Serving): void {
  state.draining = true
  openAnswers.endAll()
}

function closeGracefully(app: FastifyInstance, serving: Serving): void {
  const { bounds, tarpit } = serving
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    startDraining(serving)
    tarpit.end()
    cut = setTimeout(() => app.server.closeAllConnections(), bounds.drainMs)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearTimeout(cut)
    done()
  })
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientBase } from 'pg'
import type { Database } from '../db/index.ts'
import { describe } from './http-errors.ts'

/**
 * Traces in OpenTelemetry's protocol: calls, statements and jobs. Loaded only when a collector is named. Spans have names of routes, statements
 * and jobs, statuses and the ids of the person and the company: no path (it may have a token), no value, no text.
 */
export interface Tracing {
  /** Traces each call of the server; it continues the caller's trace. Call it before routes are added. */
  traceCalls(http: FastifyInstance): void
  /** Traces each statement within a call or a job. */
  traceStatements(database: Pick<Database, 'pool' | 'pipeline'>): void
  /** Traces a run of a job. */
  traceJob(name: string, run: () => Promise<void>): Promise<void>
  /** Sends what is left. */
  close(): Promise<void>
}

interface TracingSettings {
  /** Of the collector, without `/v1/traces`. The exporter reads headers and timeouts from its own environment variables. */
  readonly endpoint: string
  readonly serviceName: string
  /** Of traces that begin here, 0 to 1; one that a caller has begun is recorded as the caller has decided. */
  readonly ratio: number
}

const headersOf = {
  get: (request: FastifyRequest, key: string) => request.headers[key],
  keys: (request: FastifyRequest) => Object.keys(request.headers),
}

export function startTracing({ endpoint, serviceName, ratio }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('reflet')
  const propagator = new W3CTraceContextPropagator()
  const active = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<FastifyRequest, { readonly span: Span; readonly context: Context }>()

  function fail(span: Span, error: unknown) {
    const { code, error: name } = describe(error)
    span.setAttribute('error.type', code ?? name)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }

  /** A statement's name, else its first word: never its text, which may have values in it. */
  function nameOf(query: unknown): string {
    const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : (query as { name?: string; text?: string })
    return name ?? /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'statement'
  }

  function traceClient(client: ClientBase) {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const traced = (...args: unknown[]) => {
      const parent = active.getStore()
      if (!parent) return query(...args)
      const span = tracer.startSpan(nameOf(args[0]), { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } }, parent)
      const done = (error: unknown) => {
        if (error) fail(span, error)
        span.end()
      }
      const callback = args.at(-1)
      if (typeof callback === 'function')
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          done(error)
          callback(error, result)
        })
      const result = query(...args)
      if (result instanceof Promise) result.then(() => done(null), done)
      else span.end()
      return result
    }
    client.query = traced as ClientBase['query']
  }

  return {
    traceCalls(http) {
      http.addHook('onRequest', (request, _reply, next) => {
        const route = request.routeOptions.url ?? 'none'
        const attributes: Attributes = { 'http.request.method': request.method, 'http.route': route }
        const parent = propagator.extract(ROOT_CONTEXT, request, headersOf)
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
        const context = trace.setSpan(parent, span)
        spans.set(request, { span, context })
        active.run(context, next)
      })
      // The events of a body that was sent come from the connection, outside the context.
      http.addHook('preHandler', (request, _reply, next) => {
        const found = spans.get(request)
        if (found) active.run(found.context, next)
        else next()
      })
      http.addHook('onResponse', (request, reply, next) => {
        const span = spans.get(request)?.span
        span?.setAttributes({ 'http.response.status_code': reply.statusCode, ...(request.caller ?? {}) })
        if (request.refusal) span?.setAttribute('error.type', request.refusal)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        next()
      })
    },
    traceStatements({ pool, pipeline }) {
      const traced = new WeakSet<ClientBase>()
      // Not “connect”: the start has opened connections already.
      pool.on('acquire', (client) => {
        if (!traced.has(client)) traceClient(client)
        traced.add(client)
      })
      pipeline?.on('connect', traceClient)
    },
    async traceJob(name, run) {
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.INTERNAL, root: true })
      try {
        await active.run(trace.setSpan(ROOT_CONTEXT, span), run)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown(),
  }
}

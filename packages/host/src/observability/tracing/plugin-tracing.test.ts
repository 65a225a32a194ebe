import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  column,
  defineJob,
  definePlugin,
  Jobs,
  json,
  model,
  Problem,
  requireService,
  Tracing,
  type TraceAttributes,
  type TracingService,
} from '@host/plugin'
import * as z from 'zod/mini'
import { startCollector } from '../../../testing/observability/collector.ts'
import { labHost, type LabHost, type LabOptions } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'
import type { Span } from '../../support/trace/span.ts'

type Work = (tracing: TracingService) => unknown

interface TracedLab extends LabHost {
  readonly spans: readonly Span[]
  /** Does work in the handler of a request. @returns its status */
  handle(work: Work): Promise<number>
  /** Does work in a job. */
  runJob(work: Work): Promise<void>
  /** Does work outside of requests and jobs. */
  readonly tracing: TracingService
  named(name: string): Span
}

const Part = model('parts_items', { id: column.id('part'), org_id: column.org() })
const run = defineJob({ name: 'run', place: 'instance', input: z.strictObject({}) })

/** A host with a plugin that does what a test gives it. */
async function lab(context: TestContext, options: LabOptions = {}): Promise<TracedLab> {
  const spans: Span[] = []
  let next: Work = () => undefined
  let tracing: TracingService | undefined
  const plugin = definePlugin({
    name: 'parts',
    info: { ...notesInfo, core: true },
    models: [Part],
    mount(mux, ctx) {
      const own = (tracing = requireService(ctx, Tracing))
      requireService(ctx, Jobs).handle(run, async () => void (await next(own)))
      mux.handle('GET /api/x/parts/run', async () => json({ result: (await next(own)) ?? null }))
      mux.handle('GET /api/x/parts/job', async () =>
        json({ id: await requireService(ctx, Jobs).enqueueForInstance(run, {}) }),
      )
    },
  })
  const host = await labHost(context, [plugin], { spans: { add: (span) => void spans.push(span) }, ...options })
  assert.ok(tracing !== undefined)
  return {
    ...host,
    spans,
    tracing,
    handle: async (work) => {
      next = work
      return (await host.get('/api/x/parts/run')).status
    },
    runJob: async (work) => {
      next = work
      await host.get('/api/x/parts/job')
      await host.host.settleJobs()
    },
    named: (name) => {
      const found = spans.filter((span) => span.name === name)
      assert.equal(found.length, 1, name)
      return found[0] as Span
    },
  }
}

const later = (): Promise<unknown> => new Promise(setImmediate)

suite('spans of plugins', () => {
  test('are below the running request or job, and their own parts below them, also where several run at once', async (t) => {
    const { handle, runJob, named } = await lab(t)
    const part = (tracing: TracingService, name: string) =>
      tracing.span(name, {}, async () => {
        await later()
        return await tracing.span(`${name} inside`, {}, later)
      })
    await handle(async (tracing) => {
      await Promise.all([part(tracing, 'left'), part(tracing, 'right')])
      tracing.span('after', {}, () => 7)
    })
    const handler = named('handler')
    for (const name of ['left', 'right', 'after']) assert.equal(named(name).parentId, handler.spanId, name)
    for (const name of ['left', 'right']) assert.equal(named(`${name} inside`).parentId, named(name).spanId)
    assert.deepEqual([named('left').traceId, named('left').kind], [handler.traceId, 'internal'])
    await runJob((tracing) => part(tracing, 'job part'))
    assert.equal(named('job part').parentId, named('job run').spanId)
  })

  test('have the statements, log lines and calls of their work below them, which the request counts as its own', async (t) => {
    const Count = model('counts_items', { id: column.id('count'), org_id: column.org() })
    const spans: Span[] = []
    const counts = definePlugin({
      name: 'counts',
      info: { ...notesInfo, core: true },
      models: [Count],
      mount(mux, ctx) {
        const tracing = requireService(ctx, Tracing)
        mux.handle(
          'GET /api/x/counts/count',
          ctx.guard(async ({ db }) => {
            await db.selectFrom('counts_items').select('id').execute()
            await tracing.span('count', {}, async () => {
              ctx.log.info('Counting.')
              await db.selectFrom('counts_items').select('id').execute()
            })
            return json({})
          }),
        )
      },
    })
    const { person, log } = await labHost(t, [counts], { spans: { add: (span) => void spans.push(span) } })
    await (await person('member')).call('GET', '/api/x/counts/count')
    const own = spans.find(({ name }) => name === 'count')
    const handler = spans.find(({ spanId }) => spanId === own?.parentId)
    assert.equal(handler?.name, 'handler')
    const parents = spans.flatMap(({ name, parentId }) => (name === 'SELECT counts_items' ? [parentId] : []))
    assert.deepEqual(parents, [handler.spanId, own?.spanId])
    assert.deepEqual([own?.attributes?.['host.db.statements'], handler.attributes?.['host.db.statements']], [1, 2])
    assert.equal(log.find(({ message }) => message === 'Counting.')?.['span_id'], own?.spanId)
  })

  test('have no part in another request that begins in their work', async (t) => {
    const { handle, named, spans, get } = await lab(t)
    await handle((tracing) => tracing.span('outer', {}, async () => void (await get('/api/x/parts/job'))))
    const request = named('GET /api/x/parts/job')
    assert.notEqual(request.traceId, named('outer').traceId)
    assert.ok(spans.some(({ name, parentId }) => name === 'handler' && parentId === request.spanId))
  })

  test('give back what their work does, and are marked by its errors, with the code of a problem', async (t) => {
    const { handle, named } = await lab(t)
    await handle(async (tracing) => {
      const promise = later()
      assert.equal(
        tracing.span('same', {}, () => promise),
        promise,
      )
      assert.equal(
        tracing.span('at once', {}, () => 7),
        7,
      )
      const error = new Error('It fell over.')
      assert.throws(
        () =>
          tracing.span('thrown', {}, () => {
            throw error
          }),
        error,
      )
      await assert.rejects(() => tracing.span('rejected', {}, () => Promise.reject(error)), error)
      await assert.rejects(() =>
        tracing.span('problem', {}, async () => {
          await later()
          throw new Problem('not_found')
        }),
      )
    })
    const failures = ['same', 'at once', 'thrown', 'rejected', 'problem'].map((name) => {
      const { hasFailed, attributes } = named(name)
      return [hasFailed, attributes?.['error.type']]
    })
    assert.deepEqual(failures, [
      [false, undefined],
      [false, undefined],
      [true, 'exception'],
      [true, 'exception'],
      [true, 'not_found'],
    ])
    assert.equal(named('handler').hasFailed, false)
  })

  test('have attributes under a prefix, which are plain, short, few, and no secrets', async (t) => {
    const { handle, named } = await lab(t)
    const unfit = { list: [1], object: {}, nothing: null, missing: undefined, nan: Number.NaN, 'no name': 1, '1st': 1 }
    await handle(async (tracing) => {
      const first = {
        rows: 3,
        isWhole: true,
        format: 'ü'.repeat(300),
        tokens: 12,
        apiKey: 'swordfish',
        Password: 'tuna',
      }
      await tracing.span('named', { ...first, ...(unfit as unknown as TraceAttributes) }, (span) => {
        span.set({ rows: 4, 'host.db.statements': 9 })
        return Promise.resolve().then(() => span.set({ late: true }))
      })
      tracing.span('many', {}, (span) => {
        for (let at = 0; at < 40; at += 1) span.set({ [`fact${at}`]: at, fact0: -1 })
      })
    })
    assert.deepEqual(named('named').attributes, {
      'plugin.name': 'parts',
      'plugin.parts.rows': 4,
      'plugin.parts.isWhole': true,
      'plugin.parts.format': 'ü'.repeat(256),
      'plugin.parts.tokens': 12,
      'plugin.parts.host.db.statements': 9,
      'plugin.parts.late': true,
    })
    const many = Object.keys(named('many').attributes ?? {})
    assert.deepEqual([many.length, many.at(-1)], [17, 'plugin.parts.fact15'])
    assert.equal(named('many').attributes?.['plugin.parts.fact0'], -1)
  })

  test('have short names, of few different values for each plugin', async (t) => {
    const { handle, spans } = await lab(t)
    for (let request = 0; request < 2; request += 1) {
      await handle((tracing) => {
        for (let at = 0; at < 120; at += 1) tracing.span(`${at} ${'a'.repeat(100)}`, {}, () => {})
      })
    }
    const own = spans.filter(
      ({ attributes }) => attributes?.['plugin.name'] === 'parts' && attributes['request.id'] === undefined,
    )
    assert.equal(own.length, 240)
    assert.equal(new Set(own.map(({ name }) => name)).size, 101)
    assert.equal(own.filter(({ name }) => name === 'other').length, 40)
    assert.ok(own.every(({ name }) => name.length <= 64))
  })

  test('are few for each span above them, and the work of further ones runs all the same', async (t) => {
    const { handle, named, spans } = await lab(t)
    let ran = 0
    await handle((tracing) => {
      for (let at = 0; at < 300; at += 1) tracing.span('step', {}, (span) => void (span.set({ at }), (ran += 1)))
    })
    assert.equal(ran, 300)
    assert.equal(spans.filter(({ name }) => name === 'step').length, 200)
    assert.equal(named('handler').attributes?.['host.omitted_spans'], 100)
  })

  test('are none where nothing is traced: in other requests, outside of any, and in a host without traces', async (t) => {
    const collector = await startCollector(t)
    const unrecorded = await lab(t, {
      spans: undefined,
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_TRACES_SAMPLER: 'always_off',
        OTEL_METRICS_EXPORTER: 'none',
      },
    })
    const untraced = await lab(t, { spans: undefined })
    const traced = await lab(t)
    let ran = 0
    const work: Work = (tracing) =>
      tracing.span('part', { rows: 1 }, (span) => {
        span.set({ rows: 2 })
        ran += 1
        return ran
      })
    assert.deepEqual([await unrecorded.handle(work), await untraced.handle(work)], [200, 200])
    for (const { tracing } of [unrecorded, untraced, traced]) work(tracing)
    await traced.host.stop()
    await unrecorded.host.stop()
    assert.equal(ran, 5)
    assert.deepEqual([collector.spans, traced.spans.filter(({ name }) => name === 'part')], [[], []])
  })
})

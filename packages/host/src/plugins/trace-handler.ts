import type { Tracer } from '../observability/tracing/tracer.ts'

/** A handler of a plugin that is recorded as a span; its properties, such as the requirements of its guard, stay. */
export function traceHandler<Handler extends (...given: never[]) => unknown>(
  tracer: Pick<Tracer, 'recorded' | 'within'>,
  handler: Handler,
): Handler {
  const traced = (...given: Parameters<Handler>): unknown =>
    tracer.recorded === undefined ? handler(...given) : tracer.within('handler', 'internal', () => handler(...given))
  return Object.assign(traced, handler)
}

import type { TraceSpan, TracingService } from '@host/plugin'

/** A span that is not recorded. */
export const silentSpan: TraceSpan = Object.freeze<TraceSpan>({ set() {} })

/** The spans of a plugin whose host records no traces. */
export const untraced: TracingService = Object.freeze<TracingService>({
  span: (_name, _attributes, work) => work(silentSpan),
})

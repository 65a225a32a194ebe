import type { TraceAttributes, TraceSpan, TracingService } from '@host/plugin'
import { isSecretName } from '../../support/secret-names.ts'
import { silentSpan } from '../../support/untraced.ts'
import type { Span } from '../../support/trace/span.ts'
import type { Tracer } from './tracer.ts'

/** Different names of a plugin's spans; further ones share one. */
const mostNames = 100
const longestName = 64
const furtherName = 'other'
const mostAttributes = 16
const attributeName = /^[a-z][\w.]{0,63}$/i

/**
 * The spans of a plugin's own. Names and attributes are bounded, and attributes have a prefix, so that no plugin writes
 * over those of the host.
 */
export function pluginTracing(tracer: Pick<Tracer, 'recorded' | 'beside'>, plugin: string): TracingService {
  const names = new Set<string>()
  const boundedName = (name: string): string => {
    const cut = name.slice(0, longestName)
    if (names.has(cut)) return cut
    if (cut === '' || names.size >= mostNames) return furtherName
    names.add(cut)
    return cut
  }
  return Object.freeze<TracingService>({
    span: (name, attributes, work) => {
      if (tracer.recorded === undefined) return work(silentSpan)
      return tracer.beside(boundedName(name), (span) => {
        if (span === undefined) return work(silentSpan)
        span.set({ 'plugin.name': plugin })
        const own = ownSpan(span, plugin)
        own.set(attributes)
        return work(own)
      })
    },
  })
}

function ownSpan(span: Span, plugin: string): TraceSpan {
  const known = new Set<string>()
  const takes = (name: string): boolean =>
    known.has(name) || (known.size < mostAttributes && attributeName.test(name) && known.add(name).size > 0)
  return Object.freeze<TraceSpan>({
    set(attributes: TraceAttributes) {
      for (const [name, value] of Object.entries(attributes)) {
        if (isPlain(name, value) && takes(name)) span.set({ [`plugin.${plugin}.${name}`]: value })
      }
    },
  })
}

/** Whether a value may be recorded: a plugin may be written without types. */
function isPlain(name: string, value: unknown): boolean {
  if (typeof value === 'string') return !isSecretName(name)
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

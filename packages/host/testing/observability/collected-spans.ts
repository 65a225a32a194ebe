import { factsOf, type CollectedFacts, type SentPair } from './collected-pairs.ts'

/** A span as it arrives. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** The number of `SpanKind`. */
  readonly kind: number
  readonly attributes: CollectedFacts
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly hasFailed: boolean
  /** The id of the process that sent it. */
  readonly process: string
}

type SentSpan = Omit<CollectedSpan, 'attributes' | 'links' | 'hasFailed' | 'process'> & {
  readonly attributes: readonly SentPair[]
  readonly links?: CollectedSpan['links']
  readonly status: { readonly code?: number }
}

/** The body of an export of spans. */
export interface SentSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentPair[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

export function spansOf({ resourceSpans }: SentSpans): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = String(factsOf(resource.attributes)['process.pid'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], status, ...span }) => ({
        ...span,
        links,
        attributes: factsOf(attributes),
        hasFailed: status.code === 2,
        process,
      })),
    )
  })
}

import { Badge, type BadgeTone } from '@host/plugin-sdk'

const tones: ReadonlyMap<string, BadgeTone> = new Map([
  ['GET', 'neutral'],
  ['POST', 'accent'],
  ['PUT', 'warning'],
  ['PATCH', 'warning'],
  ['DELETE', 'danger'],
])

/** The method of a call. */
export function MethodBadge({ method }: { readonly method: string }) {
  return (
    <span className="inline-flex w-16 shrink-0">
      <Badge tone={tones.get(method) ?? 'neutral'}>
        <span className="font-mono">{method}</span>
      </Badge>
    </span>
  )
}

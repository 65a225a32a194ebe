import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { useScrollRegion } from '../components/useScrollRegion.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

export interface StepValueProps {
  /** "Before" or "After". */
  readonly label: string
  readonly value: unknown
}

/** Characters of a value that are shown at first; a page has up to 200 values of 64 KiB. */
const mostCharacters = 2_000

/** A value as JSON, one member on each line. */
export function StepValue({ label, value }: StepValueProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const region = useScrollRegion(label)
  const text = JSON.stringify(value, undefined, 2)
  const isCut = !isWhole && text.length > mostCharacters
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-subtle">{label}</dt>
      <dd>
        <pre
          {...region}
          className="rounded-control bg-sunken px-2.5 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
        >
          <code>{isCut ? `${text.slice(0, mostCharacters).toWellFormed()}…` : text}</code>
        </pre>
        {isCut && (
          <Button size="compact" className="mt-1" onClick={() => setWhole(true)}>
            {t('sdk.changeset.wholeValue')}
          </Button>
        )}
      </dd>
    </div>
  )
}

import { Fragment } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'
import { textParts } from './text-parts.ts'

export interface PlainTextProps {
  readonly text: string
  /** Shows the HTML; left out for an email without. */
  readonly onHtml?: (() => void) | undefined
}

/** A text with its web addresses as links, and the quoted end folded. */
export function PlainText({ text, onHtml }: PlainTextProps) {
  const { t } = useTranslation()
  const { own, quoted } = textParts(text)
  return (
    <div className="flex flex-col gap-3">
      <div className="text-sm leading-relaxed">
        {text.trim() === '' ? <p className="text-muted">{t('mail.reading.empty')}</p> : <Linked parts={own} />}
        {quoted.length > 0 && (
          <details className="mt-3 text-muted">
            <summary className="cursor-pointer">{t('mail.reading.quoted')}</summary>
            <Linked parts={quoted} />
          </details>
        )}
      </div>
      {onHtml !== undefined && (
        <Button size="compact" variant="ghost" className="self-end" onClick={onHtml}>
          {t('mail.reading.showHtml')}
        </Button>
      )}
    </div>
  )
}

function Linked({ parts }: { readonly parts: readonly string[] }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other identity
        <Fragment key={at}>{at % 2 === 0 ? part : <WebLink address={part} />}</Fragment>
      ))}
    </p>
  )
}

function WebLink({ address }: { readonly address: string }) {
  const href = URL.parse(address)?.href
  if (href === undefined) return address
  return (
    <a className="text-accent-fg underline" href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  )
}

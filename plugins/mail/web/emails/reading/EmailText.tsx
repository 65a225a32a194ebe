import { useState } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'

/** The plain text of an email; the quoted text at its end is folded. */
export function EmailText({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const { own, quoted } = splitQuote(text)
  if (text === '') return null
  return (
    <div className="max-w-prose text-base">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <bdi>{own}</bdi>
      </p>
      {quoted !== '' && (
        <>
          <Button size="compact" variant="ghost" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t(isUnfolded ? 'mail.emails.hideQuote' : 'mail.emails.showQuote')}
          </Button>
          {isUnfolded && (
            <p className="mt-2 border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-wrap text-muted">
              <bdi>{quoted}</bdi>
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** The lines that begin with `>` at the end, and the line above that says who wrote them. */
function splitQuote(text: string): { readonly own: string; readonly quoted: string } {
  const lines = text.trimEnd().split('\n')
  let first = lines.length
  while (first > 0 && isQuote(lines[first - 1] ?? '')) first -= 1
  const hasQuote = lines.slice(first).some((line) => line.startsWith('>'))
  if (!hasQuote || first === 0) return { own: text.trimEnd(), quoted: '' }
  const start = lines[first - 1]?.trimEnd().endsWith(':') === true ? first - 1 : first
  if (start === 0) return { own: text.trimEnd(), quoted: '' }
  return { own: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n').trim() }
}

function isQuote(line: string): boolean {
  return line.startsWith('>') || line.trim() === ''
}

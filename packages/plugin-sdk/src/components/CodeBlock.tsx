import { Fragment, useId, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { CopyButton } from './CopyButton.tsx'
import { IconButton } from './IconButton.tsx'

export interface CodeBlockProps {
  readonly code: string
  /** Display name of the language, such as "JSON" or "Shell". */
  readonly language?: string
  readonly lineNumbers?: boolean
  /** Breaks long lines at first; the reader may switch it. */
  readonly wrap?: boolean
}

/**
 * Code to read and to copy. A long line scrolls inside the block, by the keyboard as well.
 * @example <CodeBlock language="JSON" code={JSON.stringify(body, undefined, 2)} />
 * @since 1.0.0
 */
export function CodeBlock({ code, language, lineNumbers = false, wrap = false }: CodeBlockProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isWrapped, setWrapped] = useState(wrap)
  return (
    <figure aria-labelledby={id} className="min-w-0 overflow-hidden rounded-card border border-line bg-sunken">
      <figcaption className="flex h-9 items-center gap-1 border-b border-line pr-1 pl-3 text-xs text-subtle">
        <span id={id} className="min-w-0 flex-1 truncate">
          {language ?? t('sdk.code.name')}
        </span>
        <IconButton
          icon="text-wrap"
          size="compact"
          label={t('sdk.wrap')}
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CopyButton value={code} label={t('sdk.code.copy')} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div role="group" aria-labelledby={id} tabIndex={0} className="scroll-thin overflow-x-auto overflow-y-hidden p-3">
        <Lines code={code} hasNumbers={lineNumbers} isWrapped={isWrapped} />
      </div>
    </figure>
  )
}

interface LinesProps {
  readonly code: string
  readonly hasNumbers: boolean
  readonly isWrapped: boolean
}

function Lines({ code, hasNumbers, isWrapped }: LinesProps) {
  const lines = code
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => ({ text, number: index + 1 }))
  return (
    <pre className="font-mono text-xs">
      <code className={classNames('grid', hasNumbers && 'grid-cols-[auto_1fr] gap-x-3')}>
        {lines.map(({ text, number }) => (
          <Fragment key={number}>
            {hasNumbers && <LineNumber number={number} />}
            <span className={isWrapped ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}>{`${text}\n`}</span>
          </Fragment>
        ))}
      </code>
    </pre>
  )
}

/** Rendered by the style sheet, so that selecting the code doesn't select the line numbers. */
function LineNumber({ number }: { readonly number: number }) {
  return (
    <span
      aria-hidden
      data-line={number}
      className="text-right text-subtle select-none before:content-[attr(data-line)]"
    />
  )
}

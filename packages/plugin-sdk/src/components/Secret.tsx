import { useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Alert } from './Alert.tsx'
import { CopyButton } from './CopyButton.tsx'
import { IconButton } from './IconButton.tsx'

export interface SecretProps {
  readonly value: string
  /** The kind of secret, for use inside a sentence: "the API token". */
  readonly name: string
  /** The server never shows it again: it is legible at once, and a note says so. */
  readonly once?: boolean
  /** The user has just asked for it: it is legible at once. */
  readonly shown?: boolean
}

/**
 * Something that must not be read over a shoulder: hidden until it is asked for, and copied without being shown.
 * @example <Secret name={t('tokens.theToken')} value={created.token} once />
 * @since 1.0.0
 */
export function Secret({ value, name, once = false, shown = once }: SecretProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(shown)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {once && <Alert tone="warning" title={t('sdk.secret.once')} />}
      <div className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-2.5">
        <code aria-label={name} role="group" className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">
          {isShown ? value : <Dots text={t('sdk.secret.hidden')} />}
        </code>
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          size="compact"
          label={t(isShown ? 'sdk.secret.hide' : 'sdk.secret.reveal', { name })}
          onClick={() => setShown(!isShown)}
        />
        <CopyButton value={value} label={t('sdk.secret.copy', { name })} />
      </div>
    </div>
  )
}

/** As many dots for every secret: even its length says something. */
function Dots({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden className="text-muted select-none">
        {'•'.repeat(16)}
      </span>
      <span className="sr-only">{text}</span>
    </>
  )
}

import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconButton } from './IconButton.tsx'

export interface CopyButtonProps {
  readonly value: string
  /** What is copied: "Copy request id". "Copy" when left out. */
  readonly label?: string
}

/**
 * Copies a value and says that it did.
 * @since 1.0.0
 */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  function copy() {
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const icons = { idle: 'copy', copied: 'check', failed: 'triangle-alert' }
  return (
    <>
      <IconButton icon={icons[state]} size="compact" label={label ?? t('sdk.copy')} onClick={copy} />
      <output className="sr-only">
        {state === 'copied' && t('sdk.copied')}
        {state === 'failed' && t('sdk.copyFailed')}
      </output>
    </>
  )
}

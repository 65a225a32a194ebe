import { useState } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Props of `SecretInput`. */
export interface SecretInputProps {
  readonly value: string
  /** Mask that represents a secret stored on the server; empty when none is stored. */
  readonly mask: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
  /** Whether the one that the server keeps can be taken away. */
  readonly removable?: boolean | undefined
}

/**
 * A secret. The server gives a mask for the one it keeps, and keeps it when the mask comes back: so the mask stays until
 * something else is written, and returns when that is taken away. Removing it writes the empty text, and says so.
 */
export function SecretInput(props: SecretInputProps) {
  const { value, mask, onChange, onBlur, placeholder, disabled = false, removable = false } = props
  const { t } = useTranslation()
  const [isRemoved, setRemoved] = useState(false)
  const isKept = mask !== '' && value === mask
  const isGone = isRemoved && mask !== '' && value === ''
  const [isShown, setShown] = useState(false)
  function type(text: string) {
    setRemoved(false)
    onChange(isKept ? text.replace(mask, '') : text)
  }
  function remove() {
    setRemoved(true)
    onChange('')
  }
  return (
    <Input
      type={isShown && !isKept ? 'text' : 'password'}
      value={value}
      placeholder={isGone ? t('sdk.form.removed') : placeholder}
      disabled={disabled}
      autoComplete="new-password"
      spellCheck={false}
      onFocus={(event) => isKept && event.target.select()}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        if (value === '' && !isGone) onChange(mask)
        onBlur()
      }}
      trailing={
        isKept
          ? removable && <RemoveButton onRemove={remove} disabled={disabled} />
          : !isGone && <ShowButton isShown={isShown} onToggle={() => setShown(!isShown)} />
      }
    />
  )
}

function RemoveButton({ onRemove, disabled }: { readonly onRemove: () => void; readonly disabled: boolean }) {
  const { t } = useTranslation()
  return <IconButton size="compact" icon="trash" label={t('sdk.form.remove')} disabled={disabled} onClick={onRemove} />
}

function ShowButton({ isShown, onToggle }: { readonly isShown: boolean; readonly onToggle: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      size="compact"
      icon={isShown ? 'eye-off' : 'eye'}
      label={t(isShown ? 'sdk.form.hide' : 'sdk.form.show')}
      aria-pressed={isShown}
      onClick={onToggle}
    />
  )
}

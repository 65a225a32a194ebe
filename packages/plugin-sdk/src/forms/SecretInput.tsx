import { useState } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** What a `SecretInput` takes. */
export interface SecretInputProps {
  readonly value: string
  /** What stands for a secret that the server keeps; empty when there is none. */
  readonly mask: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
}

/**
 * A secret. The server gives a mask for the one it keeps, and keeps it when the mask comes back: so the mask stays until
 * something else is written, and returns when that is taken away.
 */
export function SecretInput({ value, mask, onChange, onBlur, placeholder, disabled = false }: SecretInputProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const isKept = mask !== '' && value === mask
  return (
    <Input
      type={isShown && !isKept ? 'text' : 'password'}
      value={value}
      placeholder={placeholder}
      disabled={disabled}
      autoComplete="new-password"
      spellCheck={false}
      onFocus={(event) => isKept && event.target.select()}
      onChange={(event) => onChange(isKept ? event.target.value.replace(mask, '') : event.target.value)}
      onBlur={() => {
        if (value === '') onChange(mask)
        onBlur()
      }}
      trailing={
        !isKept && (
          <IconButton
            size="compact"
            icon={isShown ? 'eye-off' : 'eye'}
            label={t(isShown ? 'sdk.form.hide' : 'sdk.form.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        )
      }
    />
  )
}

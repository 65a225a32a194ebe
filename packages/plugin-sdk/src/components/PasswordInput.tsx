import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconButton } from './IconButton.tsx'
import { Input, type InputProps } from './Input.tsx'

export type PasswordInputProps = Omit<InputProps, 'type' | 'trailing' | 'onKeyUp'>

/**
 * A password, hidden until the reader asks to see it; says when capitals are locked.
 * @example <Field label={t('notes.password')}><PasswordInput name="password" autoComplete="new-password" value={password} onChange={change} /></Field>
 * @since 1.0.0
 */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const toggle = (
    <IconButton
      size="compact"
      icon={isShown ? 'eye-off' : 'eye'}
      label={t(isShown ? 'sdk.password.hide' : 'sdk.password.show')}
      onClick={() => setShown(!isShown)}
    />
  )
  return (
    <>
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        trailing={toggle}
        onKeyUp={(event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'))}
      />
      <p role="status" className="text-xs text-warning-fg empty:hidden">
        {isLocked && t('sdk.password.capsLock')}
      </p>
    </>
  )
}

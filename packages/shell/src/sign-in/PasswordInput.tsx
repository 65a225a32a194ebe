import { useState } from 'react'
import { IconButton, Input, useTranslation, type InputProps } from '@host/plugin-sdk'

/** A password, hidden until the reader asks to see it. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const toggle = (
    <IconButton
      size="compact"
      icon={isShown ? 'eye-off' : 'eye'}
      label={t(isShown ? 'shell.signIn.hidePassword' : 'shell.signIn.showPassword')}
      onClick={() => setShown(!isShown)}
    />
  )
  return <Input {...props} type={isShown ? 'text' : 'password'} trailing={toggle} />
}

import { Button, useTranslation } from '@host/plugin-sdk'
import { canUsePasskeys } from '../ask-passkey.ts'
import { SignInNote } from '../SignInNote.tsx'
import { usePasskeyAutofill } from './usePasskeyAutofill.ts'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

/** Signs in with a passkey, which identifies its account: with the button, or from the browser's autofill. */
export function PasskeySignIn() {
  const { t } = useTranslation()
  const { ask, offer, isBusy, error } = usePasskeySignIn()
  usePasskeyAutofill(offer)
  if (!canUsePasskeys()) return null
  return (
    <>
      <Button icon="key-round" busy={isBusy} onClick={ask} className="w-full">
        {t('shell.passkey.signIn')}
      </Button>
      <SignInNote error={error} />
    </>
  )
}

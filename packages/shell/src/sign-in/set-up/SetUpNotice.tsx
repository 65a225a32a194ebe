import { ButtonLink, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'

/** Why the wizard cannot run: the link lacks its token, or the instance is set up. */
export function SetUpNotice({ kind }: { readonly kind: 'noToken' | 'done' }) {
  const { t } = useTranslation()
  return (
    <SignInFrame title={t(`shell.setUp.${kind}`)} description={t(`shell.setUp.${kind}Help`)}>
      <ButtonLink to="~/login" variant={kind === 'done' ? 'primary' : 'secondary'}>
        {t('shell.setUp.toSignIn')}
      </ButtonLink>
    </SignInFrame>
  )
}

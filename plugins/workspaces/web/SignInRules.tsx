import {
  Field,
  Panel,
  SettingsFields,
  Toggle,
  useErrorText,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { changeWorkspace, readWorkspace, type Workspace } from '../shared.ts'

/** Sign-in requirements for members. Only owners change them. */
export function SignInRules({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(changeWorkspace, {
    invalidates: [readWorkspace],
    refreshes: ['session'],
    optimistic: (cache, changes) => {
      const { requireSecondFactor = workspace.requireSecondFactor } = changes
      const { requireSsoForTokens = workspace.requireSsoForTokens } = changes
      return cache.update(readWorkspace, (read) => ({ ...read, requireSecondFactor, requireSsoForTokens }))
    },
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.settings.saved') }),
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  return (
    <Panel title={t('workspaces.rules.title')}>
      <SettingsFields>
        <Field label={t('workspaces.rules.secondFactor')} hint={t('workspaces.rules.secondFactorMeans')}>
          <Toggle
            calls={changeWorkspace}
            checked={workspace.requireSecondFactor}
            disabled={isPending}
            disabledReason={workspace.role === 'owner' ? undefined : t('workspaces.rules.ownersOnly')}
            onChange={(requireSecondFactor) => mutate({ id: workspace.id, requireSecondFactor })}
          />
        </Field>
        {workspace.requireSso && (
          <Field label={t('workspaces.rules.ssoForTokens')} hint={t('workspaces.rules.ssoForTokensMeans')}>
            <Toggle
              calls={changeWorkspace}
              checked={workspace.requireSsoForTokens}
              disabled={isPending}
              disabledReason={workspace.role === 'owner' ? undefined : t('workspaces.rules.ownersOnly')}
              onChange={(requireSsoForTokens) => mutate({ id: workspace.id, requireSsoForTokens })}
            />
          </Field>
        )}
      </SettingsFields>
    </Panel>
  )
}

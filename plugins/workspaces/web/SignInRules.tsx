import { Panel, Toggle, useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
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
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium">{t('workspaces.rules.secondFactor')}</p>
          <p id="second-factor-means" className="text-sm text-muted">
            {t('workspaces.rules.secondFactorMeans')}
          </p>
        </div>
        <Toggle
          label={t('workspaces.rules.secondFactor')}
          describedBy="second-factor-means"
          checked={workspace.requireSecondFactor}
          disabled={isPending}
          disabledReason={workspace.role === 'owner' ? undefined : t('workspaces.rules.ownersOnly')}
          onChange={(requireSecondFactor) => mutate({ id: workspace.id, requireSecondFactor })}
        />
      </div>
      {workspace.requireSso && (
        <div className="mt-4 flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <p className="text-sm font-medium">{t('workspaces.rules.ssoForTokens')}</p>
            <p id="sso-for-tokens-means" className="text-sm text-muted">
              {t('workspaces.rules.ssoForTokensMeans')}
            </p>
          </div>
          <Toggle
            label={t('workspaces.rules.ssoForTokens')}
            describedBy="sso-for-tokens-means"
            checked={workspace.requireSsoForTokens}
            disabled={isPending}
            disabledReason={workspace.role === 'owner' ? undefined : t('workspaces.rules.ownersOnly')}
            onChange={(requireSsoForTokens) => mutate({ id: workspace.id, requireSsoForTokens })}
          />
        </div>
      )}
    </Panel>
  )
}

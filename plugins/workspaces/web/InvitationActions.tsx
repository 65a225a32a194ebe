import { MenuItem, RowMenu, useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listInvitations, resendInvitation, withdrawInvitation, type Invitation, type Invited } from '../shared.ts'

export interface InvitationActionsProps {
  readonly invitation: Invitation
  /** Where no mail can be sent, a new link is shown. */
  readonly onLink: (sent: Invited) => void
}

/** Resends or withdraws an invitation. A withdrawn invitation can be sent again, so there is no confirmation. */
export function InvitationActions({ invitation: { id, email }, onLink }: InvitationActionsProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: unknown) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
  const resend = useMutation(resendInvitation, {
    invalidates: [listInvitations],
    onSuccess(sent) {
      if (sent.link !== null) return onLink(sent)
      toast({ tone: 'positive', title: t('workspaces.invitations.resent', { email }) })
    },
    onError,
  })
  const withdraw = useMutation(withdrawInvitation, {
    invalidates: [listInvitations],
    optimistic: (cache) =>
      cache.update(listInvitations, (page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.invitations.withdrawn', { email }) }),
    onError,
  })
  return (
    <RowMenu name={email} busy={resend.isPending}>
      <MenuItem calls={resendInvitation} icon="send" onSelect={() => resend.mutate({ id })}>
        {t('workspaces.invitations.resend')}
      </MenuItem>
      <MenuItem
        calls={withdrawInvitation}
        icon="trash"
        danger
        disabled={withdraw.isPending}
        onSelect={() => withdraw.mutate({ id })}
      >
        {t('workspaces.invitations.withdraw')}
      </MenuItem>
    </RowMenu>
  )
}

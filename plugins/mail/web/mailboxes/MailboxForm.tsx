import { Combobox, Form, useMutation, useToast, useTranslation, type CustomControl } from '@host/plugin-sdk'
import {
  changeMailbox,
  listMailboxes,
  mailLimits,
  quarantinePolicies,
  readMailbox,
  rejectPolicies,
  type Mailbox,
} from '../../shared.ts'

/** Every setting of a mailbox. */
export function MailboxForm({ mailbox }: { readonly mailbox: Mailbox }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeMailbox, {
    invalidates: [readMailbox, listMailboxes],
    onSuccess: () => toast({ tone: 'positive', title: t('mail.mailboxes.saved') }),
  })
  const { id, name, aliases, isCatchAll, takesPlus, onDmarcReject, onDmarcQuarantine, retentionDays } = mailbox
  const links = mailbox.canShortenLinks ? { shortensLinks: mailbox.shortensLinks } : {}
  return (
    <Form
      variant="settings"
      title={t('mail.mailboxes.settings')}
      source={changeMailbox}
      fields={useFields(mailbox)}
      values={{ name, aliases, isCatchAll, takesPlus, onDmarcReject, onDmarcQuarantine, retentionDays, ...links }}
      onSubmit={(input) => mutateAsync({ ...input, id })}
    />
  )
}

function useFields({ address, canShortenLinks }: Mailbox) {
  const { t } = useTranslation()
  const policies = (all: readonly string[]) =>
    all.map((value) => ({ value, label: t(`mail.mailboxes.policy.${value}`) }))
  return {
    name: { label: t('mail.mailboxes.name'), control: 'text', required: true },
    aliases: {
      label: t('mail.mailboxes.aliases'),
      hint: t('mail.mailboxes.aliasesHint', { count: mailLimits.aliases }),
      render: (control) => <AliasesInput {...control} />,
    },
    isCatchAll: {
      label: t('mail.mailboxes.isCatchAll'),
      hint: t('mail.mailboxes.isCatchAllHint'),
      control: 'checkbox',
    },
    takesPlus: {
      label: t('mail.mailboxes.takesPlus'),
      hint: t('mail.mailboxes.takesPlusHint', { example: address.replace(/@/, '+tag@') }),
      control: 'checkbox',
    },
    onDmarcReject: {
      label: t('mail.mailboxes.onDmarcReject'),
      control: 'select',
      options: policies(rejectPolicies),
      required: true,
    },
    onDmarcQuarantine: {
      label: t('mail.mailboxes.onDmarcQuarantine'),
      control: 'select',
      options: policies(quarantinePolicies),
      required: true,
    },
    retentionDays: {
      label: t('mail.mailboxes.retentionDays'),
      hint: t('mail.mailboxes.retentionHint'),
      control: 'number',
      suffix: t('mail.mailboxes.days'),
    },
    ...(canShortenLinks && {
      shortensLinks: {
        label: t('mail.mailboxes.shortensLinks'),
        hint: t('mail.mailboxes.shortensLinksHint'),
        control: 'checkbox',
      },
    }),
  } as const satisfies Parameters<typeof Form<typeof changeMailbox>>[0]['fields']
}

/** Addresses, each written and then a chip of its own. */
function AliasesInput({ value, onChange }: CustomControl<string[] | undefined>) {
  const { t } = useTranslation()
  return (
    <Combobox
      multiple
      value={value ?? []}
      options={[]}
      placeholder={t('mail.mailboxes.addAlias')}
      emptyText={t('mail.mailboxes.writeAlias')}
      onChange={(aliases) => onChange(aliases.slice(0, mailLimits.aliases))}
      onCreate={(text) => text.trim().slice(0, mailLimits.address)}
    />
  )
}

import { useState } from 'react'
import {
  Button,
  ErrorNote,
  MemberPicker,
  Panel,
  Skeleton,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
  useUnsavedGuard,
} from '@host/plugin-sdk'
import {
  listEmails,
  listMailboxes,
  listMailboxMembers,
  mailLimits,
  readMailbox,
  setMailboxMembers,
} from '../../shared.ts'

/** The members who may read a mailbox. */
export function MailboxMembers({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(listMailboxMembers, { id }, { keepPrevious: false })
  return (
    <Panel title={t('mail.mailboxes.members')} description={t('mail.mailboxes.membersHelp')}>
      {data === undefined ? <Skeleton className="h-20 w-full" /> : <Members id={id} saved={data.userIds} />}
    </Panel>
  )
}

function Members({ id, saved }: { readonly id: string; readonly saved: readonly string[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [chosen, choose] = useState<readonly string[]>()
  const { mutate, isPending, error } = useMutation(setMailboxMembers, {
    invalidates: [listMailboxMembers, readMailbox, listMailboxes, listEmails],
    onSuccess() {
      choose(undefined)
      toast({ tone: 'positive', title: t('mail.mailboxes.membersSaved') })
    },
  })
  useUnsavedGuard(chosen !== undefined && !isPending)
  return (
    <div className="flex flex-col gap-4">
      <MemberPicker
        multiple
        label={t('mail.mailboxes.members')}
        value={chosen ?? saved}
        onChange={(userIds) => choose(userIds.slice(0, mailLimits.members))}
      />
      <ErrorNote error={error} />
      <div className="flex justify-end">
        <Button
          calls={setMailboxMembers}
          disabled={chosen === undefined}
          busy={isPending}
          onClick={() => chosen !== undefined && mutate({ id, userIds: [...chosen] })}
        >
          {t('mail.mailboxes.saveMembers')}
        </Button>
      </div>
    </div>
  )
}

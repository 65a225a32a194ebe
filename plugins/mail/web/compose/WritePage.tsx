import { useEffect, useEffectEvent, useRef } from 'react'
import {
  ButtonLink,
  EmptyState,
  ErrorNote,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useBreadcrumb,
  useMutation,
  useNavigate,
  useSearch,
  useTranslation,
} from '@host/plugin-sdk'
import { createDraft, draftKinds, isRecipient, listDrafts } from '../../shared.ts'
import { draftPath } from './open-composer.ts'

/** Begins the draft that the address names, and opens it. */
export default function WritePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearch()
  useBreadcrumb(t('mail.drafts.title'), '/mail/drafts')
  useBreadcrumb(t('mail.compose.title'))
  const hasBegun = useRef(false)
  const isShown = useRef(true)
  const { mutate, error } = useMutation(createDraft, {
    invalidates: [listDrafts],
    // A reader who has left meanwhile stays where they are; the draft is in their list.
    onSuccess: ({ id }) => void (isShown.current && navigate(`${draftPath(id)}?new=1`, { replace: true })),
  })
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate(inputOf(search))
  })
  useEffect(() => {
    isShown.current = true
    begin()
    return () => void (isShown.current = false)
  }, [])
  return (
    <>
      <PageHeader title={t('mail.compose.title')} />
      {error === null ? (
        <LoadingRegion>
          <Skeleton className="h-96 w-full" />
        </LoadingRegion>
      ) : error.problem?.errors?.[0]?.path === 'mailboxId' ? (
        <EmptyState
          title={t('mail.compose.noMailbox')}
          help="writing-emails"
          action={<ButtonLink to="/mail">{t('mail.compose.back')}</ButtonLink>}
        >
          {t('mail.compose.noMailboxHelp')}
        </EmptyState>
      ) : (
        <ErrorNote error={error} onRetry={() => mutate(inputOf(search))} />
      )}
    </>
  )
}

function inputOf(search: URLSearchParams) {
  const kind = draftKinds.find((each) => each === search.get('kind'))
  const [emailId, mailboxId, to] = ['email', 'mailbox', 'to'].map((name) => search.get(name) ?? '')
  return {
    ...(kind !== undefined && { kind }),
    ...(emailId && { emailId }),
    ...(mailboxId && { mailboxId }),
    ...(to && isRecipient(to) && { to: [{ address: to }] }),
  }
}

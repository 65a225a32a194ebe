import {
  Alert,
  Button,
  ErrorNote,
  hasRole,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useBreadcrumb,
  useMutation,
  useParams,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { checkSenderNow, listSenders, readSender, type SendingDomainDetails } from '../../shared.ts'
import { DeleteSender } from './DeleteSender.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { LineBadge } from './LineBadge.tsx'
import { LinesPanel } from './LinesPanel.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { RecordsPanel } from './RecordsPanel.tsx'

/** A sending domain: its readiness, the records to set, its keys and its proof. */
export default function SenderPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { role } = useSession()
  const { data: sender } = useQuery(readSender, { id }, { keepPrevious: false })
  useBreadcrumb(sender?.domain)
  if (sender === undefined) {
    return (
      <LoadingRegion className="flex flex-col gap-4">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-80 w-full" />
      </LoadingRegion>
    )
  }
  const isAdmin = hasRole(role ?? undefined, 'admin')
  return (
    <>
      <SenderHeader sender={sender} />
      <div className="flex flex-col gap-4">
        {!sender.isVerified && (
          <Alert tone="warning" title={t('mail.senders.lost')}>
            {t('mail.senders.lostHelp')}
          </Alert>
        )}
        <LinesPanel sender={sender} isAdmin={isAdmin} />
        <RecordsPanel sender={sender} />
        <KeysPanel sender={sender} isAdmin={isAdmin} />
        <ProofPanel sender={sender} isAdmin={isAdmin} />
        {isAdmin && <DeleteSender sender={sender} />}
      </div>
    </>
  )
}

function SenderHeader({ sender }: { readonly sender: SendingDomainDetails }) {
  const { t } = useTranslation()
  const { id, domain, state } = sender
  const { mutate, isPending, error } = useMutation(checkSenderNow, { invalidates: [readSender, listSenders] })
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 wrap-anywhere">{domain}</span>
            <LineBadge state={state} />
          </span>
        }
        actions={
          <>
            <HelpLink slug="sending-domains" />
            <Button icon="refresh-cw" busy={isPending} onClick={() => mutate({ id })}>
              {t('mail.senders.check')}
            </Button>
          </>
        }
      />
      <ErrorNote error={error} />
    </>
  )
}

import {
  Alert,
  Button,
  EmptyState,
  HelpLink,
  PageHeader,
  Skeleton,
  useAddressDialog,
  useMutation,
  useQuery,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { createTransport, listTransports, orderTransports } from '../../shared.ts'
import { TransportDialog } from './TransportDialog.tsx'
import { TransportRow } from './TransportRow.tsx'

/** The SMTP servers of the workspace, in the order in which they are tried. */
export default function TransportsPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listTransports)
  const order = useMutation(orderTransports, { invalidates: [listTransports] })
  const adding = useAddressDialog('add', {
    id: 'mail.transports.add',
    label: t('mail.transports.add'),
    icon: 'plus',
    keys: 'c',
  })
  const ids = data?.items.map(({ id }) => id) ?? []
  const move = (from: number, to: number) => {
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '')
    order.mutate({ ids: moved })
  }
  return (
    <>
      <PageHeader
        title={t('mail.transports.title')}
        description={t('mail.transports.description')}
        actions={
          <>
            <HelpLink slug="sending" />
            <Button calls={createTransport} variant="primary" icon="plus" onClick={adding.open}>
              {t('mail.transports.add')}
            </Button>
          </>
        }
      />
      {data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          {data.items.length === 0 && <NoTransport fallback={data.fallback} />}
          <ol className="flex flex-col gap-3">
            {data.items.map((transport, place) => (
              <TransportRow
                key={transport.id}
                transport={transport}
                isFirst={place === 0}
                isLast={place === ids.length - 1}
                isMoving={order.isPending}
                onMove={(by) => move(place, place + by)}
              />
            ))}
          </ol>
        </div>
      )}
      {adding.isOpen && <TransportDialog onClose={adding.close} />}
    </>
  )
}

TransportsPage.askAhead = ({ query }: AskAhead) => query(listTransports)

/** Where mail goes without a server of the workspace. */
function NoTransport({ fallback }: { readonly fallback: 'system' | 'direct' | 'none' }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert tone={fallback === 'none' ? 'warning' : 'info'}>{t(`mail.transports.fallback.${fallback}`)}</Alert>
      <EmptyState title={t('mail.transports.none')}>{t('mail.transports.noneHelp')}</EmptyState>
    </>
  )
}

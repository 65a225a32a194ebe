import {
  Alert,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { readConnection } from '../../shared.ts'
import { Addresses } from '../Addresses.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { ConnectionFacts } from './ConnectionFacts.tsx'
import { Disconnect } from './Disconnect.tsx'

/** How people of this workspace sign in through their organisation. */
export default function ConnectionPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const { data } = useQuery(readConnection)
  return (
    <>
      <PageHeader
        title={t('sso.connection.title')}
        description={t('sso.connection.description')}
        actions={<HelpLink slug="single-sign-on" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {data === undefined ? (
          <FormSkeleton />
        ) : (
          <>
            <Addresses
              title={t('sso.connection.addresses')}
              items={[
                { label: t('sso.callbackUrl'), hint: t('sso.callbackUrlHint'), value: data.callbackUrl },
                { label: t('sso.connection.loginUrl'), hint: t('sso.connection.loginUrlHint'), value: data.loginUrl },
              ]}
            />
            {role === 'owner' ? (
              <>
                <ConnectionForm key={data.connection?.id} connection={data.connection} />
                {data.connection !== null && <Disconnect connection={data.connection} />}
              </>
            ) : (
              <>
                <Alert title={t('sso.connection.ownersOnly')} />
                {data.connection !== null && <ConnectionFacts connection={data.connection} />}
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}

function FormSkeleton() {
  return (
    <Panel>
      <LoadingRegion className="flex flex-col gap-5">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
      </LoadingRegion>
    </Panel>
  )
}

import { useState } from 'react'
import { Button, HelpLink, PageHeader, useCommand, useTranslation } from '@host/plugin-sdk'
import { CreateUser } from './CreateUser.tsx'
import { UserTable } from './UserTable.tsx'

/** All accounts of the instance, with admin actions. */
export default function UsersPage() {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  useCommand({
    id: 'instance.users.create',
    label: t('instance.users.create'),
    icon: 'user-plus',
    keys: 'c',
    run: () => setCreating(true),
  })
  const create = (
    <Button variant="primary" icon="user-plus" onClick={() => setCreating(true)}>
      {t('instance.users.create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('instance.users.title')}
        description={t('instance.users.description')}
        actions={
          <>
            <HelpLink slug="managing-users" />
            {create}
          </>
        }
      />
      <UserTable create={create} />
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </>
  )
}

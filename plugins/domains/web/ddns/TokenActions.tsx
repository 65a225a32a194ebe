import { useState } from 'react'
import { Confirm, MenuItem, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { listDdnsTokens, revokeDdnsToken, type DdnsToken } from '../../shared.ts'

/** The menu of a token's row. */
export function TokenActions({ token: { id, name } }: { readonly token: DdnsToken }) {
  const { t } = useTranslation()
  const [isRevoking, setRevoking] = useState(false)
  const revoke = useMutation(revokeDdnsToken, { invalidates: [listDdnsTokens] })
  return (
    <>
      <RowMenu name={name}>
        <MenuItem calls={revokeDdnsToken} icon="trash" danger onSelect={() => setRevoking(true)}>
          {t('domains.ddns.revoke')}
        </MenuItem>
      </RowMenu>
      <Confirm
        calls={revokeDdnsToken}
        open={isRevoking}
        onClose={() => setRevoking(false)}
        title={t('domains.ddns.revokeQuestion', { name })}
        confirmLabel={t('domains.ddns.revoke')}
        variant="danger"
        onConfirm={() => revoke.mutateAsync({ id })}
      >
        {t('domains.ddns.revokeMeans')}
      </Confirm>
    </>
  )
}

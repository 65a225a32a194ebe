import { Problem } from '@host/plugin'

/** Problems of addresses and mailboxes, each at its field. */
export function domainUnknown(path: string): Problem {
  return new Problem('invalid_input', {
    errors: [
      {
        path,
        message: {
          en: 'Use a domain that this workspace has verified under Domains.',
          zh: '请使用此工作区已在“域名”页面验证的域名。',
        },
      },
    ],
  })
}

export function addressTaken(path: string, cause?: unknown): Problem {
  const message = { en: 'This address is taken. Choose another one.', zh: '该地址已被使用，请换一个。' }
  return new Problem('conflict', { detail: message, errors: [{ path, message }], cause })
}

export function catchAllTaken(cause?: unknown): Problem {
  const message = {
    en: 'Another mailbox receives all other mail of this domain.',
    zh: '该域名的其他邮件已由另一个邮箱接收。',
  }
  return new Problem('conflict', { detail: message, errors: [{ path: 'isCatchAll', message }], cause })
}

export function notMember(path: string): Problem {
  return new Problem('invalid_input', {
    errors: [
      { path, message: { en: 'This user is not a member of the workspace.', zh: '该用户不是此工作区的成员。' } },
    ],
  })
}

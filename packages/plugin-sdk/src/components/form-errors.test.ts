import { expect, test } from 'vitest'
import { ClientError } from '@host/client'
import { formErrors } from './form-errors.ts'

function refused(...paths: readonly string[]): ClientError {
  const problem = {
    type: 'about:blank',
    title: 'Some fields are not right',
    status: 422,
    code: 'invalid_input' as const,
    nextStep: 'Correct them.',
    requestId: 'req_1',
    errors: paths.map((path) => ({ path, message: `about ${path}` })),
  }
  return new ClientError({ code: 'invalid_input', status: 422, message: problem.title, problem })
}

test("the server's field error is shown at the field only", () => {
  expect(formErrors(refused('name', 'email'), ['name', 'email'])).toEqual({
    fields: { name: 'about name', email: 'about email' },
    rest: null,
  })
})

test.each([
  ['a field that the form has not', refused('name', 'slug')],
  ['no field', refused()],
])('what is about %s is said below the form', (_what, error) => {
  expect(formErrors(error, ['name']).rest).toBe(error)
})

test('without a failure nothing is said', () => {
  expect(formErrors(null, ['name'])).toEqual({ fields: {}, rest: null })
})

const text = { type: 'string' }
const tree = {
  type: 'object',
  properties: { label: text, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
}

const refusal = (status: number, codes: Readonly<Record<string, string>>) => ({
  description: Object.entries(codes)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n'),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { type: 'object' },
          { type: 'object', properties: { status: { const: status }, code: { enum: Object.keys(codes) } } },
        ],
      },
    },
  },
})

/** A document as the server writes one, with a schema that holds itself. */
export const document = {
  openapi: '3.1.1',
  info: { title: 'host', version: '1.0.0' },
  tags: [
    { name: 'garden', description: 'Beds', 'x-displayName': 'Garden' },
    { name: 'tools', description: 'Tools', 'x-displayName': 'Tools' },
  ],
  paths: {
    '/api/x/garden/beds/{id}': {
      put: {
        operationId: 'garden_set_bed',
        summary: 'Change a bed',
        description: 'Only who `digs` changes it.\n\nTwice is once.',
        tags: ['garden'],
        security: [{ session: [], csrf: [] }, { token: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
          { $ref: '#/components/parameters/IdempotencyKey' },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'kind'],
                properties: {
                  name: { ...text, maxLength: 80, description: 'Its display name.' },
                  kind: { enum: ['flowers', "it's herbs"] },
                  tree: { $ref: '#/components/schemas/Tree' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'It is done.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
          },
          404: refusal(404, { not_found: 'Not there.' }),
          409: { $ref: '#/components/responses/409.conflict' },
        },
        'x-audience': 'admin',
        'x-scope': 'garden.write',
        'x-feature': 'garden',
      },
    },
    '/api/tools': {
      get: {
        operationId: 'tools_list_tools',
        summary: 'List the tools',
        tags: ['tools'],
        deprecated: true,
        security: [],
        parameters: [{ name: 'q', in: 'query', schema: text, example: 'a&b' }],
        responses: { 200: { description: 'It is done.', content: { 'text/csv': {} } } },
        'x-audience': 'public',
      },
    },
  },
  components: {
    schemas: { Tree: tree, Circle: { $ref: '#/components/schemas/Circle' } },
    parameters: {
      IdempotencyKey: { name: 'Idempotency-Key', in: 'header', description: 'Names this call.', schema: text },
    },
    responses: { '409.conflict': refusal(409, { conflict: 'It has changed.', last_owner: 'Nobody else is there.' }) },
  },
}

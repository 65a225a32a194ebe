import type { WebhookEvent } from '../../shared.ts'
import { exampleMessage } from './example-message.ts'

/** How a receiver checks a signature, in one language. */
export interface Snippet {
  readonly language: string
  readonly code: string
}

/** How a receiver checks signatures and takes an event, with the public packages of Standard Webhooks. */
export function verifySnippets(event: string): readonly Snippet[] {
  return [
    {
      language: 'TypeScript',
      code: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET!)

export async function POST(request: Request) {
  const body = await request.text()
  const message = webhook.verify(body, Object.fromEntries(request.headers)) as { type: string; data: unknown }
  if (message.type === '${event}') await handle(request.headers.get('webhook-id'), message.data)
  return new Response(null, { status: 204 })
}`,
    },
    {
      language: 'Python',
      code: `# pip install standardwebhooks flask
import os
from flask import Flask, request
from standardwebhooks import Webhook

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/webhooks")
def receive():
    message = webhook.verify(request.get_data(), dict(request.headers))
    if message["type"] == "${event}":
        handle(request.headers["webhook-id"], message["data"])
    return "", 204`,
    },
    {
      language: 'Go',
      code: `// go get github.com/standard-webhooks/standard-webhooks/libraries
webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
if err != nil {
	log.Fatal(err)
}
http.HandleFunc("POST /webhooks", func(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || webhook.Verify(body, r.Header) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	// "${event}" is the type; r.Header.Get("webhook-id") identifies a repeat.
	w.WriteHeader(http.StatusNoContent)
})`,
    },
  ]
}

/** A call to a receiver of one's own with the example, unsigned. */
export function curlSnippet(event: Pick<WebhookEvent, 'name' | 'example'>): string {
  const body = JSON.stringify(exampleMessage(event)).replaceAll("'", String.raw`'\''`)
  return `curl -X POST http://localhost:3000/webhooks \\
  -H 'content-type: application/json' \\
  -H 'webhook-id: msg_01h2xcejqtf2nbrexx3vqjhp41' \\
  -d '${body}'`
}

import { Ajv, type ValidateFunction } from 'ajv'
import { type DeclaredShapes, declaredShapes } from './declared-shapes.ts'

/** Judges what the sandbox sends by schemas that are made from the SDK's own declarations, of this very version. */
export class Oracle {
  readonly #schema: DeclaredShapes
  readonly #ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  readonly #validators = new Map<string, ValidateFunction>()

  private constructor(schema: DeclaredShapes) {
    this.#schema = schema
    this.#ajv.addSchema(schema, 'sdk')
  }

  static async create() {
    return new Oracle(await declaredShapes())
  }

  /** What is wrong with an answer or a webhook, in words; nothing when it is as declared. */
  judge(body: unknown): string[] {
    const { object, data, error } = body as { object?: string; data?: unknown; error?: { type?: unknown } }
    if (error) return typeof error.type === 'string' ? [] : ['an error without a type']
    if (object === 'list') return (data as unknown[]).flatMap((each) => this.judge(each))
    const inner = object === 'event' ? this.judge((data as { object: unknown }).object) : []
    return [...this.#violations(object, body), ...inner]
  }

  #violations(kind: string | undefined, body: unknown): string[] {
    const validate = kind === undefined ? undefined : this.#validatorOf(kind)
    if (!validate) return [`${kind}: no shape is known`]
    if (validate(body)) return []
    // Of a choice only the innermost complaint tells something.
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'anyOf')
      .map(({ instancePath, message, params }) => `${kind}${instancePath} ${message} ${JSON.stringify(params)}`)
  }

  #validatorOf(kind: string) {
    if (!Object.hasOwn(this.#schema.definitions.Shapes?.properties ?? {}, kind)) return undefined
    const known = this.#validators.get(kind)
    if (known) return known
    const made = this.#ajv.compile({ $ref: `sdk#/definitions/Shapes/properties/${kind}` })
    this.#validators.set(kind, made)
    return made
  }
}

// A rule of our own for oxlint: names of the wire stay in `widget/src/client/`.
import { errors } from '#protocol/errors.ts'

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/

/** Form fields that `passport-error` names to pages. */
const publicFields = new Set([
  'current_password',
  'deputy_name',
  'role_name',
  'subject_name',
  'user_unique_name',
])

interface Node {
  type: string
  computed?: boolean
  key?: Node
  property?: Node
  parent?: Node
  name?: string
  value?: unknown
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

function wireName(node: Node | undefined, isComputed: boolean | undefined): string | undefined {
  const name = isComputed || node?.type === 'Literal' ? node?.value : node?.name
  return typeof name === 'string' && SNAKE_CASE.test(name) ? name : undefined
}

/** Forbids to read, to declare and to write properties that the wire names. */
const noWireNames = {
  create(context: Context) {
    const report = (node: Node, name: string): void =>
      context.report({
        node,
        message: `${name} is a name of the wire; a function of widget/src/client/calls/ gives it the name of docs/glossary.md`,
      })
    return {
      MemberExpression(node: Node) {
        const name = wireName(node.property, node.computed)
        if (name !== undefined && !Object.hasOwn(errors, name)) report(node, name)
      },
      Property(node: Node) {
        const name = wireName(node.key, node.computed)
        if (name === undefined) return
        // Errors and fields have texts and places by their public names.
        const isPublic = Object.hasOwn(errors, name) || publicFields.has(name)
        if (node.parent?.type === 'ObjectPattern' || !isPublic) report(node, name)
      },
      TSPropertySignature(node: Node) {
        const name = wireName(node.key, node.computed)
        if (name !== undefined) report(node, name)
      },
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- the linter wants one
export default { meta: { name: 'passport' }, rules: { 'no-wire-names': noWireNames } }

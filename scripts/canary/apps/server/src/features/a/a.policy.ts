import './a.queries.ts'

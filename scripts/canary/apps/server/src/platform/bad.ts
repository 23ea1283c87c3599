import '../features/a/a.queries.ts'

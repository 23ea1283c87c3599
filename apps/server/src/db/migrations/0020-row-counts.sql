-- How many rows each table had on the newest day: a restored backup is compared with it.
create table row_counts (
  day date not null,
  table_name text not null,
  row_count bigint not null,
  primary key (day, table_name)
);

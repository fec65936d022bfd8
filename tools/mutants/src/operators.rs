//! The places of a source file that can be changed, each with its mutants.

use crate::values::early_returns;
use proc_macro2::LineColumn;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, Item};
use syn::{
    ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemTrait, Pat, Signature, Stmt, TraitItemFn, UnOp,
};

/// The place of a change, in bytes of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An expression that another one replaces.
    Expression(Range<usize>),
    /// The point behind the opening brace of a function, where a statement ends it.
    Entry(usize),
    /// A statement that is left out.
    Statement(Range<usize>),
    /// The guard of a match arm, which becomes true or false.
    Guard(Range<usize>),
    /// The point behind the pattern of a match arm without a guard, where the arm is left out.
    Arm(usize),
}

impl Place {
    pub(crate) fn range(&self) -> Range<usize> {
        match self {
            Place::Expression(range) | Place::Statement(range) | Place::Guard(range) => {
                range.clone()
            }
            Place::Entry(point) | Place::Arm(point) => *point..*point,
        }
    }
}

/// One change of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The code that stands there instead. A statement or an arm that is left out has none.
    pub(crate) code: String,
    /// The change in words.
    pub(crate) text: String,
}

/// A place with its changes.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) place: Place,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// The function that holds the place.
    pub(crate) function: String,
    /// A checksum of the function's text.
    pub(crate) checksum: u64,
    pub(crate) changes: Vec<Change>,
}

/// Finds all sites of a source file, in the order of their places, an outer one before an inner one.
///
/// # Errors
/// When the text is no Rust.
pub(crate) fn sites(source: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, scope: Vec::new(), checksum: 0, sites: Vec::new() };
    finder.visit_file(&file);
    let mut sites = finder.sites;
    sites.sort_by_key(|site| {
        let range = site.place.range();
        (range.start, usize::MAX - range.end)
    });
    Ok(sites)
}

/// Returns the names of the modules in other files that are left out, those for tests above all.
///
/// # Errors
/// When the text is no Rust.
pub(crate) fn left_out_modules(source: &str) -> syn::Result<Vec<String>> {
    let modules = syn::parse_file(source)?.items.into_iter().filter_map(|item| match item {
        Item::Mod(module) if module.content.is_none() && is_left_out(&module.attrs) => {
            Some(module.ident.to_string())
        }
        _ => None,
    });
    Ok(modules.collect())
}

/// Says that code is for tests, or for systems other than this one.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        if path.is_ident("test") || path.segments.last().is_some_and(|last| last.ident == "test") {
            return true;
        }
        let condition = attribute.meta.require_list().map(|list| list.tokens.to_string());
        path.is_ident("cfg")
            && condition.is_ok_and(|condition| {
                let condition = condition.replace(' ', "");
                ["test", "windows", "not(unix)"].contains(&condition.as_str())
                    || condition.starts_with("all(test,")
            })
    })
}

/// Says that an expression declares variables for its surroundings: `if a && let Some(b) = c`.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Returns the operators that are tried instead of another one.
fn other_operators(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Le(_) => &[">"],
        BinOp::Ge(_) => &["<"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["%=", "*="],
        BinOp::RemAssign(_) => &["/=", "+="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        _ => &[],
    }
}

/// Says that a statement's expression does something by a call, and that its result is dropped.
fn is_call(expression: &Expr) -> bool {
    match expression {
        Expr::Call(_) | Expr::MethodCall(_) => true,
        Expr::Try(inner) => is_call(&inner.expr),
        Expr::Await(inner) => is_call(&inner.base),
        Expr::Assign(assign) => matches!(*assign.left, Expr::Infer(_)) && is_call(&assign.right),
        _ => false,
    }
}

/// A walk over a file that notes its sites.
struct Finder<'a> {
    source: &'a str,
    /// The names around the place of the walk: types and functions.
    scope: Vec<String>,
    checksum: u64,
    sites: Vec<Site>,
}

impl Finder<'_> {
    fn text(&self, part: &impl Spanned) -> &str {
        &self.source[part.span().byte_range()]
    }

    /// Returns the text of an operand, in parentheses where another operator could tear it apart.
    fn operand(&self, operand: &Expr) -> String {
        let text = self.text(operand);
        match operand {
            Expr::Binary(_) | Expr::Cast(_) | Expr::Unary(_) => format!("({text})"),
            _ => text.to_owned(),
        }
    }

    fn note(&mut self, place: Place, start: LineColumn, changes: Vec<Change>) {
        if !changes.is_empty() {
            self.sites.push(Site {
                place,
                line: start.line,
                column: start.column + 1,
                function: self.scope.join("::"),
                checksum: self.checksum,
                changes,
            });
        }
    }

    fn within(&mut self, name: String, walk: impl FnOnce(&mut Self)) {
        self.scope.push(name);
        walk(self);
        self.scope.pop();
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        if is_left_out(attributes) || signature.constness.is_some() {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (self.text(signature), self.text(body)).hash(&mut hasher);
        let outer = std::mem::replace(&mut self.checksum, hasher.finish());
        self.within(signature.ident.to_string(), |finder| {
            finder.entry(signature, body);
            finder.visit_block(body);
        });
        self.checksum = outer;
    }

    fn entry(&mut self, signature: &Signature, body: &Block) {
        let is_empty = body.stmts.is_empty();
        if is_empty || signature.ident == "default" || signature.ident == "main" {
            return;
        }
        let of_value = |code: String| Change { text: format!("`{code}` at once"), code };
        let own = self.text(body).trim_matches(['{', '}', ' ', '\n']).to_owned();
        let returns = early_returns(&signature.output).into_iter();
        let changes = returns.filter(|code| code.trim_start_matches("return ") != own);
        let changes = changes.map(of_value).collect();
        let point = body.brace_token.span.open().byte_range().end;
        self.note(Place::Entry(point), signature.ident.span().start(), changes);
    }

    fn arm(&mut self, arm: &Arm, has_wildcard: bool) {
        let pattern = self.text(&arm.pat).to_owned();
        match &arm.guard {
            Some((_, guard)) if !has_let(guard) => {
                let changes = ["true", "false"].map(|code| Change {
                    code: code.to_owned(),
                    text: format!("guard `{}` is {code}", self.text(guard)),
                });
                let range = guard.span().byte_range();
                self.note(Place::Guard(range), guard.span().start(), changes.into());
            }
            None if has_wildcard && !is_wildcard(arm) => {
                let code = String::new();
                let change = Change { code, text: format!("no arm `{pattern}`") };
                let point = arm.pat.span().byte_range().end;
                self.note(Place::Arm(point), arm.pat.span().start(), vec![change]);
            }
            _ => {}
        }
    }
}

fn is_wildcard(arm: &Arm) -> bool {
    matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none()
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        // The compiler alone runs these.
        if !matches!(item, Item::Const(_) | Item::Static(_) | Item::Enum(_) | Item::Macro(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_left_out(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if !is_left_out(&item.attrs) {
            let name = match &item.trait_ {
                Some((_, path, _)) => {
                    let of = path.segments.last().map(|last| last.ident.to_string());
                    format!("<{} as {}>", self.text(&*item.self_ty), of.unwrap_or_default())
                }
                None => self.text(&*item.self_ty).to_owned(),
            };
            self.within(name, |finder| visit::visit_item_impl(finder, item));
        }
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        let name = item.ident.to_string();
        self.within(name, |finder| visit::visit_item_trait(finder, item));
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && is_call(expression)
        {
            let text = self.text(statement).split_whitespace().collect::<Vec<_>>().join(" ");
            let change = Change { code: String::new(), text: format!("no `{text}`") };
            let span = statement.span();
            self.note(Place::Statement(span.byte_range()), span.start(), vec![change]);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        if !has_let(&binary.left) && !has_let(&binary.right) {
            let old = self.text(&binary.op);
            let (left, right) = (self.operand(&binary.left), self.operand(&binary.right));
            let changes = other_operators(&binary.op).iter().map(|new| Change {
                code: format!("{left} {new} {right}"),
                text: format!("`{new}` instead of `{old}`"),
            });
            let changes = changes.collect();
            let place = Place::Expression(binary.span().byte_range());
            self.note(place, binary.op.span().start(), changes);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        if let UnOp::Not(_) | UnOp::Neg(_) = unary.op {
            let operator = self.text(&unary.op);
            let change = Change {
                code: self.text(&*unary.expr).to_owned(),
                text: format!("no `{operator}`"),
            };
            let range = unary.span().byte_range();
            self.note(Place::Expression(range), unary.span().start(), vec![change]);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_struct(&mut self, value: &'ast ExprStruct) {
        if let Some(rest) = &value.rest {
            let path = self.text(&value.path);
            let changes = value.fields.iter().enumerate().map(|(left_out, field)| {
                let kept = value.fields.iter().enumerate().filter(|(index, _)| *index != left_out);
                let kept: String =
                    kept.map(|(_, field)| format!("{}, ", self.text(field))).collect();
                Change {
                    code: format!("{path} {{ {kept}..{} }}", self.text(&**rest)),
                    text: format!("no field `{}`", self.text(field)),
                }
            });
            let changes = changes.collect();
            let range = value.span().byte_range();
            self.note(Place::Expression(range), value.span().start(), changes);
        }
        visit::visit_expr_struct(self, value);
    }

    fn visit_expr_match(&mut self, expression: &'ast ExprMatch) {
        let has_wildcard = expression.arms.iter().any(is_wildcard);
        for arm in &expression.arms {
            self.arm(arm, has_wildcard);
        }
        visit::visit_expr_match(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the changes of a function's body, each with its line and column.
    fn changes(source: &str) -> Vec<String> {
        let sites = sites(source).expect("the source is Rust");
        let of_site = |site: &Site| {
            let (line, column) = (site.line, site.column);
            let text = |change: &Change| format!("{line}:{column} {}", change.text);
            site.changes.iter().map(text).collect::<Vec<_>>()
        };
        sites.iter().flat_map(of_site).collect()
    }

    #[test]
    fn each_kind_of_place_is_found() {
        let cases: [(&str, &[&str]); 12] = [
            ("fn f(a: u8) -> u8 { a }", &["1:4 `return 0` at once", "1:4 `return 1` at once"]),
            ("fn f() -> bool { true }", &["1:4 `return false` at once"]),
            (
                "fn main() { let a = b\n  + c; }",
                &["2:3 `-` instead of `+`", "2:3 `*` instead of `+`"],
            ),
            ("fn main() { if !a {} }", &["1:16 no `!`"]),
            ("fn main() { a(); b }", &["1:13 no `a();`"]),
            ("fn main() { _ = a.b()?; }", &["1:13 no `_ = a.b()?;`"]),
            ("fn main() { match a { 1 => b, _ => c } }", &["1:23 no arm `1`"]),
            ("fn main() { match a { A => b, B => c } }", &[]),
            (
                "fn main() { match a { 1 if d => b, _ => c } }",
                &["1:28 guard `d` is true", "1:28 guard `d` is false"],
            ),
            ("fn main() { A { b: 1, ..c } }", &["1:13 no field `b: 1`"]),
            ("fn main() { if a && let Some(b) = c {} }", &[]),
            ("impl A { fn f(self) { g } }", &["1:13 `return` at once"]),
        ];
        for (source, expected) in cases {
            assert_eq!(changes(source), expected, "{source}");
        }
    }

    #[test]
    fn what_only_the_compiler_or_a_test_runs_is_left_out() {
        for source in [
            "const A: u8 = 1 + 2;",
            "static A: u8 = 1 + 2;",
            "const fn f() -> u8 { 1 + 2 }",
            "enum A { B = 1 + 2 }",
            "#[test] fn f() { a(); }",
            "#[cfg(test)] mod tests { fn f() { a(); } }",
            "#[cfg(not(unix))] fn f() { a(); }",
            "#[tokio::test] async fn f() { a(); }",
            "fn main() { [0; 1 + 2] }",
            "fn main() { assert!(a == b) }",
        ] {
            assert_eq!(changes(source), [""; 0], "{source}");
        }
    }

    #[test]
    fn modules_for_tests_are_known() {
        let source =
            "mod a; #[cfg(test)] mod b; #[cfg(all(test, unix))] mod c; #[cfg(test)] mod d { }";
        assert_eq!(left_out_modules(source).expect("the source is Rust"), ["b", "c"]);
    }

    #[test]
    fn a_function_is_named_with_its_type() {
        let source = "impl A for B { fn f() { a + b } } impl C { fn g() { a + b } }";
        let sites = sites(source).expect("the source is Rust");
        let names: BTreeSet<&str> = sites.iter().map(|site| site.function.as_str()).collect();
        assert_eq!(names, BTreeSet::from(["<B as A>::f", "C::g"]));
    }
}
